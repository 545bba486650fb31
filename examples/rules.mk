# The examples that are linked to libmazurka: what tests and benchmarks run.
NATIVE_EXAMPLES = $(patsubst %.c,$(BUILD)/%,$(wildcard examples/native/*.c))
$(BUILD)/examples/native/%: examples/native/%.c include/mazurka.h $(AGENT)
	@mkdir -p $(@D)
	$(CC) -std=gnu11 -g -O1 $(WARN) -Iinclude -o $@ $< -L$(BUILD) -lmazurka -Wl,-rpath,'$$ORIGIN/../..'

ACTOR_PROGRAMS = $(patsubst examples/actor/%.c,$(BUILD)/actor/%,$(wildcard examples/actor/*.c))
ACTOR_LINK = -std=gnu11 -g -O1 $(WARN) -Iinclude -L$(BUILD) -lmazurka
$(BUILD)/actor/%: examples/actor/%.c include/mazurka_actor.h $(AGENT)
	@mkdir -p $(@D)
	$(CC) -o $@ $< $(ACTOR_LINK) -Wl,-rpath,'$$ORIGIN/..'

.PHONY: native-examples actors
native-examples: $(NATIVE_EXAMPLES)
actors: $(ACTOR_PROGRAMS)
