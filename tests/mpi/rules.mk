# Programs that ask the MPI library what it does by itself: linked with a port that needs no
# checker (tests/mpi/plainport.c).
PLAIN_PROGRAMS = $(BUILD)/plain/types $(BUILD)/plain/reduce $(BUILD)/plain/signature \
                 $(BUILD)/plain/types_wrong $(BUILD)/plain/entries
$(BUILD)/plain/%: tests/mpi/%.c tests/mpi/plainport.c $(MPI_OBJECTS) $(BUILD)/mpi/names
	@mkdir -p $(@D)
	$(CC) -Isrc -Iinclude -D_GNU_SOURCE -std=gnu11 -g -O1 -Wall -Wextra -o $@ $< tests/mpi/plainport.c \
	    $(MPI_OBJECTS) -Wl,@$(BUILD)/mpi/names -lm -lpthread

# Litmus files as MPI programs; what compares them with brute force (play), and with what
# another MPI does (versus).
PLAYER = $(BUILD)/player
PLAYER_SOURCES = $(addprefix tests/mpi/play/,player.c perform.c finish.c stage.c)
# A program that is checked has no sanitizers of ours.
PLAYER_LIBRARY = $(if $(SANITIZE),build/libmz.a,$(LIBRARY))
$(PLAYER): $(PLAYER_SOURCES) $(PLAYER_LIBRARY) tests/mpi/play/player.h | $(TOOL)
	$(BUILD)/mazurka-cc -std=gnu11 -O1 -g -Wall -Wextra -D_GNU_SOURCE -Isrc -o $@ $(PLAYER_SOURCES) $(PLAYER_LIBRARY) -lxxhash
ifdef SANITIZE
$(PLAYER_LIBRARY): FORCE
	$(MAKE) SANITIZE= $@
FORCE:
endif
PLAY = $(BUILD)/play $(BUILD)/versus
$(PLAY): $(BUILD)/%: $(BUILD)/tests/mpi/play/%.o $(SUPPORT:%=$(BUILD)/tests/support/%.o) $(LIBRARY)
	$(CC) $(LDFLAGS) -o $@ $^ $(LDLIBS)

test-programs: $(PLAIN_PROGRAMS) $(PLAYER) $(PLAY)
