"""Aspect-card scenes: a scene is a table of cards with aspects, the GM buys opposition with fate
points, and every roll changes the scene (rules G1 to G23)."""
