# Larger programs with one rare bug each: make bench-guided.
bench-guided: $(TOOL)
	@bench/guided/run $(BUILD)
.PHONY: bench-guided
