# Figures of the executor: make bench-exec.
EXEC_BENCH = $(BUILD)/bench/exec/fork $(BUILD)/bench/exec/steps $(BUILD)/bench/exec/many
$(BUILD)/bench/exec/fork: bench/exec/fork.c
	@mkdir -p $(@D)
	$(CC) -O2 $(WARN) -o $@ $<
$(BUILD)/bench/exec/steps: bench/exec/steps.c $(AGENT)
	@mkdir -p $(@D)
	$(CC) -O2 $(WARN) -Iinclude -o $@ $< -L$(BUILD) -lmazurka -Wl,-rpath,'$$ORIGIN/../..'
$(BUILD)/bench/exec/many: tests/exec/programs/many.c $(AGENT)
	@mkdir -p $(@D)
	$(CC) -O2 $(WARN) -Iinclude -o $@ $< -L$(BUILD) -lmazurka -Wl,-rpath,'$$ORIGIN/../..'

bench-exec: $(TOOL) $(NATIVE_EXAMPLES) $(EXEC_BENCH)
	@bench/exec/run $(BUILD)
bench: bench-exec
.PHONY: bench-exec
