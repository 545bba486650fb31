# libmpich.so.12: the MPI library that programs under test see, by the name of MPICH's, and
# with its ABI. It is the program's, not the agent's: compiled like any library, it finds
# the agent's port (mpi/port.h) in libmazurka.so.
MPI_SOURCES = $(filter-out src/mpi/shim/%,$(wildcard src/mpi/*/*.c)) src/base/mem.c
MPI_OBJECTS = $(MPI_SOURCES:%.c=$(BUILD)/mpi/%.o) $(BUILD)/mpi/entry.o
MPI         = $(BUILD)/mpi/libmpich.so.12
MPI_CFLAGS  = -std=gnu11 -g -O2 $(WARN) $(EXTRA) -fPIC -fvisibility=hidden

$(BUILD)/mpi/%.o: %.c $(BUILD)/mpi/bodies.h | $(READY)
	@mkdir -p $(@D)
	$(CC) $(CPPFLAGS) $(MPI_CFLAGS) -include $(BUILD)/mpi/bodies.h -c -o $@ $<

# Programs come in by entry.s, which calls the functions of the sources by these names.
$(BUILD)/mpi/entry.s: src/mpi/entry.awk include/mpi.h src/mpi/port.h src/mpi/calls.def
	@mkdir -p $(@D)
	@awk -f $^ > $@.new && mv $@.new $@

$(BUILD)/mpi/bodies.h: $(BUILD)/mpi/entry.s
	@sed -nE 's/^(mazurka_)?((MPI|port).*):$$/#pragma redefine_extname \2 mazurka_\2/p' $< > $@

$(BUILD)/mpi/entry.o: $(BUILD)/mpi/entry.s
	$(CC) -c -o $@ $<

# Every function is known by a second name, for tools that stand between it and the program.
$(BUILD)/mpi/names: src/mpi/calls.def
	@mkdir -p $(@D)
	@sed -n 's/^CALL(\([A-Za-z0-9_]*\),.*/--defsym=PMPI_\1=MPI_\1/p' $< > $@

$(MPI): $(MPI_OBJECTS) $(BUILD)/mpi/names $(AGENT)
	$(CC) -shared -Wl,-soname,libmpich.so.12 -Wl,-z,now -Wl,-z,defs -Wl,-Bsymbolic-functions \
	    -Wl,@$(BUILD)/mpi/names -o $@ $(MPI_OBJECTS) -L$(BUILD) -lmazurka -lm -Wl,-rpath,'$$ORIGIN/..'
	@ln -sf libmpich.so.12 $(BUILD)/mpi/libmpich.so

all: $(MPI)
$(TOOL): | $(MPI)

-include $(MPI_OBJECTS:.o=.d)
