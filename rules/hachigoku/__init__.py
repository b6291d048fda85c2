"""Hachigoku skirmish: small fights of samurai with roll-and-keep d10s."""
