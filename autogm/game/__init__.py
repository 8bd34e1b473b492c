"""What every kind of game shares. It knows no rule of any of them."""
