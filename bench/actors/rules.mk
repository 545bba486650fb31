# make bench-actors: the tables of the TransDPOR paper, next to ours.
.PHONY: bench-actors
bench-actors: $(TOOL) $(ACTOR_PROGRAMS)
	@bench/actors/run $(BUILD)
