# mazurka-cluster.so: the one part that speaks MPI, with the MPI of this machine. Without
# mpicc the tool is built without it, and says so when MPI starts it. Which compiler there
# is, is asked when it is built: demo and check may have installed one by then. Tests want
# MPICH, whichever is the default.
MPICC   ?= mpicc mpicc.mpich mpicc.openmpi
check test-programs: MPICC = mpicc.mpich mpicc mpicc.openmpi
CLUSTER  = $(BUILD)/mazurka-cluster.so

$(CLUSTER): src/cluster/relay.c src/cluster/relay.h src/explore/share/cluster.h | $(READY)
	@mkdir -p $(@D)
	@for mpicc in $(MPICC); do \
	    command -v $$mpicc >/dev/null || continue; \
	    set -- $$mpicc -Isrc -D_GNU_SOURCE -std=gnu11 -g -O2 $(WARN) $(EXTRA) -fPIC -shared -o $@ $<; \
	    echo "$$@"; exec "$$@"; \
	done

all: $(CLUSTER)
$(TOOL): | $(CLUSTER)
