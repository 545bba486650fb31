# Programs with many outcomes and few states: make bench-states.
bench-states: $(TOOL)
	@bench/states/run $(BUILD)
.PHONY: bench-states
