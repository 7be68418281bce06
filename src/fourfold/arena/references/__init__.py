"""Reference opponents: frozen yardsticks, one for each game, independent of our evaluations, nets and theory."""
