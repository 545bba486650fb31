# mazurka-cluster.so: the one part that speaks MPI, with the MPI of this machine. Without
# mpicc the tool is built without it, and says so when MPI starts it.
MPICC   ?= $(firstword $(foreach c,mpicc mpicc.mpich mpicc.openmpi,$(if $(shell command -v $(c) 2>/dev/null),$(c))))
CLUSTER  = $(if $(MPICC),$(BUILD)/mazurka-cluster.so)

$(BUILD)/mazurka-cluster.so: src/cluster/relay.c src/cluster/relay.h src/explore/cluster.h
	@mkdir -p $(@D)
	$(MPICC) -Isrc -D_GNU_SOURCE -std=gnu11 -g -O2 $(WARN) $(EXTRA) -fPIC \
	    -shared -o $@ $<

all: $(CLUSTER)
$(TOOL): | $(CLUSTER)
