# What long executions take, and what watching the buffers of pending operations costs: make bench-memory.
MEMORY_BENCH = $(BUILD)/bench/memory/lines $(BUILD)/bench/memory/rows $(BUILD)/bench/memory/columns
$(BUILD)/bench/memory/%: bench/memory/%.c $(TOOL) $(COMPILERS)
	@mkdir -p $(@D)
	$(TOOL) cc -g -O2 $(WARN) -o $@ $<

bench-memory: $(TOOL) $(MEMORY_BENCH)
	@bench/memory/run $(BUILD)
.PHONY: bench-memory
