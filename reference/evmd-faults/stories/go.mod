module sudobox/reference/evmd-faults/stories

go 1.24
