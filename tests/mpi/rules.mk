# Tests of what the MPI library does by itself: linked with the port of a single rank.
ALONE = $(BUILD)/alone/types $(BUILD)/alone/reduce
$(BUILD)/alone/%: tests/mpi/%.c tests/mpi/alone.c $(MPI_OBJECTS) $(BUILD)/mpi/names
	@mkdir -p $(@D)
	$(CC) -Isrc -Iinclude -D_GNU_SOURCE -std=gnu11 -g -O1 $(WARN) -Wno-conversion -o $@ $< tests/mpi/alone.c \
	    $(MPI_OBJECTS) -Wl,@$(BUILD)/mpi/names -lm

check-mpi: $(ALONE)
	@tests/mpi/check $(BUILD)
check: $(ALONE)
.PHONY: check-mpi
