# One search in several processes that MPI has started: speed-up, what an item costs, what is sent; then a simulation of
# many workers.
bench-cluster: $(TOOL)
	@bench/cluster/run $(BUILD)
.PHONY: bench-cluster
