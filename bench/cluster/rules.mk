# One search in several processes that MPI has started: speed-up, what an item costs, what is sent; then a simulation of
# many workers.
CLUSTER_BENCH = $(BUILD)/bench/cluster/tree $(BUILD)/bench/cluster/simulate
$(CLUSTER_BENCH): $(BUILD)/bench/cluster/%: $(BUILD)/bench/cluster/%.o $(LIBRARY)
	$(CC) $(LDFLAGS) -o $@ $^ $(LDLIBS)
bench-cluster: $(TOOL) $(CLUSTER_BENCH)
	@bench/cluster/run $(BUILD)
.PHONY: bench-cluster
