"""What GMs of Fate tell each other, turned into conflicts and played: whether each rule of thumb
holds, and an encounter guide of how often a party beats so many of a kind.
"""
