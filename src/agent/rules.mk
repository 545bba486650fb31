# libmazurka.so: what runs inside the program under test. It shares base, kernel, explore and
# judge with the tool: these are compiled once, position independent and with the names of
# src/base/alloc.h, which allocate from the agent's heap here and from libc's in the tool.
NOT_AGENT     = src/agent/place/place.c $(wildcard src/agent/tsan/*.c) src/base/alloc.c src/base/process.c src/base/file.c src/explore/search/frontier_file.c
AGENT_SOURCES = $(filter-out $(NOT_AGENT),$(wildcard $(addsuffix /*.c,src/base src/kernel src/explore/* src/explore/*/* src/judge src/agent/*))) \
                $(patsubst %,src/%.c,check/plan real/link real/mpi_abi real/notes real/input real/library real/flow/walk report/kinds report/record report/pack)
AGENT_OBJECTS = $(AGENT_SOURCES:%.c=$(BUILD)/pic/%.o)
AGENT         = $(BUILD)/libmazurka.so
AGENT_CFLAGS  = -std=gnu11 -g -O2 $(WARN) $(EXTRA) -fPIC -fvisibility=hidden \
                -ftls-model=initial-exec -fno-builtin-malloc -fno-builtin-calloc \
                -fno-builtin-realloc -fno-builtin-free -fcf-protection=none \
                -include src/base/alloc.h

# Who calls memcpy() from here is known by the address to which that returns.
$(BUILD)/pic/src/agent/%.o: AGENT_CFLAGS += -fno-optimize-sibling-calls

$(BUILD)/pic/%.o: %.c | $(READY)
	@mkdir -p $(@D)
	$(CC) $(CPPFLAGS) $(AGENT_CFLAGS) -c -o $@ $<

$(AGENT): $(AGENT_OBJECTS)
	$(CC) -shared -static-libgcc -Wl,-soname,libmazurka.so.1 -Wl,-z,now -Wl,-z,initfirst -Wl,-z,defs -Wl,-Bsymbolic-functions -o $@ $^
	@ln -sf libmazurka.so $(BUILD)/libmazurka.so.1

$(BUILD)/mazurka-gdb.py: src/real/mazurka-gdb.py
	@mkdir -p $(@D)
	@cp $< $@

$(TOOL): | $(AGENT) $(BUILD)/mazurka-gdb.py
all: $(AGENT) $(BUILD)/mazurka-gdb.py

-include $(AGENT_OBJECTS:.o=.d)

# What lays a process out before anything else of it runs, so it has no libc. One piece of
# code and constants, which can be mapped at a second place.
PLACE = $(BUILD)/libmazurka-place.so
$(PLACE): src/agent/place/place.c src/real/place.h | $(READY)
	$(CC) -std=gnu11 -g -O2 $(WARN) -D_GNU_SOURCE -Isrc -fPIC -fvisibility=hidden -ffreestanding -fno-stack-protector \
	    -fcf-protection=none -nostdlib -shared -Wl,-soname,libmazurka-place.so -Wl,-z,noseparate-code \
	    -Wl,-z,norelro -Wl,-z,defs -o $@ $< -l:ld-linux-x86-64.so.2

$(TOOL): | $(PLACE)
all: $(PLACE)

# The same library by the name that it has outside of Debian.
MPI_ALIAS = $(BUILD)/mpi/libmpi.so.12
$(MPI_ALIAS): src/mpi/shim/libmpi.c $(BUILD)/mpi/libmpich.so.12
	$(CC) -Isrc -std=gnu11 -O2 $(WARN) -fPIC -fvisibility=hidden -shared -Wl,-soname,libmpi.so.12 \
	    -Wl,--no-as-needed -o $@ $< -L$(BUILD)/mpi -lmpich -L$(BUILD) -lmazurka \
	    -Wl,-rpath,'$$ORIGIN:$$ORIGIN/..'

# What stands in for ThreadSanitizer's library. Its functions must find the registers as the program left them, which
# gcc can be told and clang cannot, so this one is gcc's.
TSAN_CC = $(if $(findstring clang,$(CC)),gcc,$(CC))
PRESERVE = -fno-optimize-sibling-calls -ffixed-rbx -ffixed-rbp -ffixed-r12 -ffixed-r13 -ffixed-r14 -ffixed-r15
TSAN = $(BUILD)/tsan/libtsan.so.2
$(TSAN): $(wildcard src/agent/tsan/*.c) src/agent/threads/tsan.h $(AGENT)
	@mkdir -p $(@D)
	$(TSAN_CC) -Isrc -std=gnu11 -g -O2 $(WARN) -fPIC -fvisibility=hidden -ffreestanding -fcf-protection=none -fomit-frame-pointer $(PRESERVE) -shared -Wl,-soname,libtsan.so.2 \
	    -o $@ $(filter %.c,$^) -L$(BUILD) -lmazurka -Wl,-rpath,'$$ORIGIN:$$ORIGIN/..'
$(TOOL): | $(TSAN)
all: $(TSAN)

# mazurka-cc is mazurka cc, for build systems that want one word.
COMPILERS = $(addprefix $(BUILD)/mazurka-,cc c++ fc exec)
$(COMPILERS):
	@mkdir -p $(@D)
	@ln -sf mazurka $@

all: $(MPI_ALIAS) $(COMPILERS)
$(TOOL): | $(MPI_ALIAS) $(COMPILERS)
