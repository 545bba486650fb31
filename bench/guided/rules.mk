# Guided search. make bench-guided: Figure 17 of the paper on directed DPOR, seven minutes on two cores. make bench-hunt: larger programs
# with one rare bug each.
bench-guided: $(TOOL)
	@bench/guided/figure17/run $(BUILD)
bench-hunt: $(TOOL)
	@bench/guided/run $(BUILD)
.PHONY: bench-guided bench-hunt
