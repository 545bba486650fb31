# The agent and the MPI library once more, in $(BUILD)/work beside a copy of the tool: these count what they do (count.c).
WORK        = $(BUILD)/work
WORK_FLAGS  = -g0 -fsanitize-coverage=trace-pc
WORK_AGENT  = $(AGENT_SOURCES:%.c=$(WORK)/pic/%.o)
WORK_MPI    = $(patsubst %.c,$(WORK)/mpi/%.o,$(MPI_COMMON) $(wildcard src/mpi/abi/mpich/*.c))
WORK_BENCH  = $(WORK)/calls

$(WORK)/pic/src/agent/%.o: AGENT_CFLAGS += -fno-optimize-sibling-calls
$(WORK)/pic/%.o: %.c | $(READY)
	@mkdir -p $(@D)
	$(CC) $(CPPFLAGS) $(AGENT_CFLAGS) $(WORK_FLAGS) -c -o $@ $<
$(WORK)/pic/tests/work/count.o: tests/work/count.c
	@mkdir -p $(@D)
	$(CC) $(CPPFLAGS) $(AGENT_CFLAGS) -c -o $@ $<
$(WORK)/mpi/%.o: %.c $(BUILD)/mpi/bodies.h | $(READY)
	@mkdir -p $(@D)
	$(CC) $(CPPFLAGS) $(MPI_CFLAGS) $(WORK_FLAGS) -include $(BUILD)/mpi/bodies.h -c -o $@ $<

$(WORK)/libmazurka.so: $(WORK_AGENT) $(WORK)/pic/tests/work/count.o
	$(CC) -shared -static-libgcc -Wl,-soname,libmazurka.so.1 -Wl,-z,now -Wl,-z,initfirst -Wl,-z,defs \
	    -Wl,-Bsymbolic-functions -Wl,--wrap=raw_call -o $@ $^
	@ln -sf libmazurka.so $(WORK)/libmazurka.so.1
$(WORK)/mpi/libmpich.so.12: $(WORK_MPI) $(BUILD)/mpi/entry.o $(BUILD)/mpi/names $(WORK)/libmazurka.so
	$(CC) -shared -Wl,-soname,libmpich.so.12 -Wl,-z,now -Wl,-z,defs -Wl,-Bsymbolic-functions \
	    -Wl,@$(BUILD)/mpi/names -o $@ $(WORK_MPI) $(BUILD)/mpi/entry.o -L$(WORK) -lmazurka -lm -Wl,-rpath,'$$ORIGIN/..'
$(WORK)/mazurka: $(TOOL) $(MPI_ALIAS) $(WORK)/mpi/libmpich.so.12
	@cp -f $(PLACE) $(WORK)/
	@cp -f $(MPI_ALIAS) $(WORK)/mpi/
	@cp -f $(TOOL) $@
$(WORK_BENCH): bench/long/calls.c $(TOOL)
	@mkdir -p $(@D)
	$(TOOL) cc -g -O2 $(WARN) -o $@ $<

test-programs: $(WORK)/mazurka $(WORK_BENCH)
-include $(WORK_AGENT:.o=.d) $(WORK_MPI:.o=.d)
