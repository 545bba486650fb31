# Programs that ask the MPI library what it does by itself: linked with a port that needs no
# checker (tests/mpi/plainport.c).
PLAIN_PROGRAMS = $(BUILD)/plain/types $(BUILD)/plain/reduce $(BUILD)/plain/signature \
                 $(BUILD)/plain/types_wrong
$(BUILD)/plain/%: tests/mpi/%.c tests/mpi/plainport.c $(MPI_OBJECTS) $(BUILD)/mpi/names
	@mkdir -p $(@D)
	$(CC) -Isrc -Iinclude -D_GNU_SOURCE -std=gnu11 -g -O1 -Wall -Wextra -o $@ $< tests/mpi/plainport.c \
	    $(MPI_OBJECTS) -Wl,@$(BUILD)/mpi/names -lm -lpthread

check-mpi: $(PLAIN_PROGRAMS)
	@tests/mpi/check $(BUILD)
check: $(PLAIN_PROGRAMS)
.PHONY: check-mpi
