# Figures 3 and 4 of the paper on the Urgent algorithm, as tables and as plots
# in $(BUILD)/bench-urgent. BENCH_TIME (seconds) and BENCH_MEMORY limit each
# point; a curve ends at the first point that does not finish within them.

.PHONY: bench-urgent
bench-urgent: $(TOOL)
	@python3 bench/urgent/run.py $(TOOL) $(BUILD)/bench-urgent
