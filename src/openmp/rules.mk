# The OpenMP libraries that programs under test see, by the names and with the ABIs of others:
# libgomp.so.1 (GCC's) and libomp.so.5 (clang's). They are the program's, not the agent's, and ask by openmp/port.h alone.
OPENMP_COMMON = src/openmp/team.c src/openmp/work.c src/openmp/task.c src/openmp/api.c
OPENMP_CFLAGS = -std=gnu11 -g -O2 $(WARN) -Wno-missing-prototypes $(EXTRA) -fPIC -fvisibility=hidden -ftls-model=initial-exec

$(BUILD)/openmp/%.o: %.c | $(READY)
	@mkdir -p $(@D)
	$(CC) $(CPPFLAGS) $(OPENMP_CFLAGS) -c -o $@ $<

# $(call openmp_library,SONAME,DOOR)
define openmp_library
OPENMP_OBJECTS_$2 = $$(patsubst %.c,$(BUILD)/openmp/%.o,$$(OPENMP_COMMON) src/openmp/$2.c)
$(BUILD)/openmp/$1: $$(OPENMP_OBJECTS_$2) src/openmp/$2.map $$(AGENT)
	$$(CC) -shared -Wl,-soname,$1 -Wl,-z,now -Wl,-z,defs -Wl,-Bsymbolic-functions \
	    -Wl,--version-script,src/openmp/$2.map -o $$@ $$(OPENMP_OBJECTS_$2) -L$(BUILD) -lmazurka -Wl,-rpath,'$$$$ORIGIN/..:$$$$ORIGIN/../..'
all: $(BUILD)/openmp/$1
$(TOOL): | $(BUILD)/openmp/$1
-include $$(OPENMP_OBJECTS_$2:.o=.d)
endef
$(eval $(call openmp_library,libgomp.so.1,gomp))
$(eval $(call openmp_library,libomp.so.5,kmpc))
