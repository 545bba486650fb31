# libmazurka.so: what runs inside the program under test. The same sources of
# base, kernel and explore as in the tool, compiled again to be position
# independent and to allocate from the agent's heap, with the executor's and the
# APIs' own.
NOT_AGENT     = src/base/process.c src/base/file.c src/explore/frontier_file.c
AGENT_SOURCES = $(filter-out $(NOT_AGENT),$(wildcard src/base/*.c src/kernel/*.c src/explore/*.c src/explore/*/*.c)) src/exec/link.c src/exec/request.c src/exec/notes.c src/exec/input.c src/flow/walk.c src/report/blame.c src/report/buffering.c src/report/finding.c src/report/kinds.c src/report/record.c src/report/steps.c \
                $(wildcard src/exec/agent/*.c src/native/*.c src/actor/*.c)
AGENT_OBJECTS = $(AGENT_SOURCES:%.c=$(BUILD)/pic/%.o)
AGENT         = $(BUILD)/libmazurka.so
AGENT_CFLAGS  = -std=gnu11 -g -O2 $(WARN) $(EXTRA) -fPIC -fvisibility=hidden \
                -ftls-model=initial-exec -fno-builtin-malloc -fno-builtin-calloc \
                -fno-builtin-realloc -fno-builtin-free -fcf-protection=none \
                -include src/exec/agent/alloc.h

$(BUILD)/pic/%.o: %.c | $(READY)
	@mkdir -p $(@D)
	$(CC) $(CPPFLAGS) $(AGENT_CFLAGS) -c -o $@ $<

$(AGENT): $(AGENT_OBJECTS)
	$(CC) -shared -static-libgcc -Wl,-soname,libmazurka.so.1 -Wl,-z,now -Wl,-z,initfirst -Wl,-z,defs -Wl,-Bsymbolic-functions -o $@ $^
	@ln -sf libmazurka.so $(BUILD)/libmazurka.so.1

$(BUILD)/mazurka-gdb.py: src/exec/mazurka-gdb.py
	@mkdir -p $(@D)
	@cp $< $@

$(TOOL): | $(AGENT) $(BUILD)/mazurka-gdb.py
all: $(AGENT) $(BUILD)/mazurka-gdb.py

-include $(AGENT_OBJECTS:.o=.d)

# The same library by the name that it has outside of Debian.
MPI_ALIAS = $(BUILD)/mpi/libmpi.so.12
$(MPI_ALIAS): src/mpi/shim/libmpi.c $(BUILD)/mpi/libmpich.so.12
	$(CC) -Isrc -std=gnu11 -O2 $(WARN) -fPIC -fvisibility=hidden -shared -Wl,-soname,libmpi.so.12 \
	    -Wl,--no-as-needed -o $@ $< -L$(BUILD)/mpi -lmpich -L$(BUILD) -lmazurka \
	    -Wl,-rpath,'$$ORIGIN:$$ORIGIN/..'

# mazurka-cc is mazurka cc, for build systems that want one word.
COMPILERS = $(BUILD)/mazurka-cc $(BUILD)/mazurka-c++ $(BUILD)/mazurka-fc
$(COMPILERS):
	@mkdir -p $(@D)
	@ln -sf mazurka $@

all: $(MPI_ALIAS) $(COMPILERS)
$(TOOL): | $(MPI_ALIAS) $(COMPILERS)
