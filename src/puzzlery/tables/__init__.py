"""Tables on the disk: the store, its files, keys and locks; imports core only."""
