# The MPI libraries that programs under test see, by the names and with the ABIs of others:
# libmpich.so.12 (MPICH's), libmpi.so.40 (Open MPI's) and libmpi_abi.so.1 (the standard's).
# They are the program's, not the agent's: compiled like any library, each finds the agent's
# port (mpi/port.h) in libmazurka.so. All are the same sources, each with its own part of
# mpi.h and of abi/.
MPI_COMMON  = $(filter-out src/mpi/shim/% src/mpi/abi/%,$(wildcard src/mpi/*/*.c)) src/base/mem.c
MPI_CFLAGS  = -std=gnu11 -g -O2 $(WARN) $(EXTRA) -fPIC -fvisibility=hidden

# $(call mpi_library,ABI,FOLDER OF OBJECTS,SONAME,FLAGS,MPI_STATUS_IGNORE)
define mpi_library
MPI_OBJECTS_$1 = $$(patsubst %.c,$2/%.o,$$(MPI_COMMON) $$(wildcard src/mpi/abi/$1/*.c)) $2/entry.o
$2/%.o: %.c $(BUILD)/mpi/bodies.h | $$(READY)
	@mkdir -p $$(@D)
	$$(CC) $$(CPPFLAGS) $4 $$(MPI_CFLAGS) -include $(BUILD)/mpi/bodies.h -c -o $$@ $$<
# Programs come in by entry.s, which calls the functions of the sources by other names (bodies.h).
$2/entry.s: src/mpi/entry.awk include/mpi.h src/mpi/port.h src/mpi/calls.def
	@mkdir -p $$(@D)
	@awk -v status_ignore=$5 -f $$^ > $$@.new && mv $$@.new $$@
$2/entry.o: $2/entry.s
	$$(CC) -c -o $$@ $$<
$(BUILD)/mpi/$3: $$(MPI_OBJECTS_$1) $(BUILD)/mpi/names $$(AGENT)
	$$(CC) -shared -Wl,-soname,$3 -Wl,-z,now -Wl,-z,defs -Wl,-Bsymbolic-functions \
	    -Wl,@$(BUILD)/mpi/names -o $$@ $$(MPI_OBJECTS_$1) -L$(BUILD) -lmazurka -lm -Wl,-rpath,'$$$$ORIGIN/..'
	@ln -sf $3 $(BUILD)/mpi/$$(firstword $$(subst .so, ,$3)).so
all: $(BUILD)/mpi/$3
-include $$(MPI_OBJECTS_$1:.o=.d)
endef
$(eval $(call mpi_library,mpich,$(BUILD)/mpi,libmpich.so.12,,1))
$(eval $(call mpi_library,openmpi,$(BUILD)/mpi-openmpi,libmpi.so.40,-DMAZURKA_ABI_OPENMPI,0))
$(eval $(call mpi_library,standard,$(BUILD)/mpi-standard,libmpi_abi.so.1,-DMAZURKA_ABI_STANDARD,0))

MPI_OBJECTS = $(MPI_OBJECTS_mpich)
# What runs and compiles programs of MPICH's ABI is complete with that library.
$(TOOL): | $(BUILD)/mpi/libmpich.so.12

$(BUILD)/mpi/bodies.h: $(BUILD)/mpi/entry.s
	@sed -nE 's/^(mazurka_)?((MPI|port).*):$$/#pragma redefine_extname \2 mazurka_\2/p' $< > $@

# Every function is known by a second name, for tools that stand between it and the program.
$(BUILD)/mpi/names: src/mpi/calls.def
	@mkdir -p $(@D)
	@sed -n 's/^CALL(\([A-Za-z0-9_]*\),.*/--defsym=PMPI_\1=MPI_\1/p' $< > $@
