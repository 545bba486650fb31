# What comes from outside, as any bytes. `make fuzz-files SECONDS=n` gives each format n
# seconds of libFuzzer (clang) with sanitizers; FORMATS='trace model' names some.
FORMATS_PLAY = $(BUILD)/formats
FORMATS_FUZZ = $(BUILD)/formats-fuzz

$(FORMATS_PLAY): $(BUILD)/tests/formats/play.o $(BUILD)/tests/formats/formats.o $(LIBRARY)
	$(CC) $(LDFLAGS) -o $@ $^ $(LDLIBS)
$(FORMATS_FUZZ): $(BUILD)/tests/formats/fuzz.o $(BUILD)/tests/formats/formats.o $(LIBRARY)
	$(CC) $(LDFLAGS) -fsanitize=fuzzer -o $@ $^ $(LDLIBS)

test-programs: $(FORMATS_PLAY)

fuzz-files: all
	$(MAKE) CC=clang BUILD=build-fuzz SANITIZE=1 EXTRA='-fsanitize=fuzzer-no-link' build-fuzz/formats-fuzz
	tests/formats/fuzz $(BUILD) build-fuzz/formats-fuzz $(or $(SECONDS),60) $(FORMATS)
.PHONY: fuzz-files
