# Actor programs: the examples, and the differential fuzzer of tests/actor.
ACTOR_PROGRAMS = $(patsubst examples/actor/%.c,$(BUILD)/actor/%,$(wildcard examples/actor/*.c))
ACTOR_FUZZER   = $(BUILD)/actor-fuzz
ACTOR_FAULTS   = $(BUILD)/actor-faults

.PHONY: actors
actors: $(ACTOR_PROGRAMS)
check: $(ACTOR_PROGRAMS) $(ACTOR_FUZZER) $(ACTOR_FAULTS)

$(BUILD)/actor/%: $(BUILD)/examples/actor/%.o $(LIBRARY)
	@mkdir -p $(@D)
	$(CC) $(LDFLAGS) -o $@ $^ $(LDLIBS)

$(ACTOR_FUZZER): $(BUILD)/tests/actor/fuzz.o $(BUILD)/tests/support/judge.o $(LIBRARY)
	$(CC) $(LDFLAGS) -o $@ $^ $(LDLIBS)

$(ACTOR_FAULTS): $(BUILD)/tests/actor/faults.o $(LIBRARY)
	$(CC) $(LDFLAGS) -o $@ $^ $(LDLIBS)

.SECONDARY: $(patsubst examples/actor/%.c,$(BUILD)/examples/actor/%.o,$(wildcard examples/actor/*.c))
-include $(wildcard $(BUILD)/examples/actor/*.d)
