"""Other games than conflicts, under the same contract (`autogm.game.contract`)."""
