# Installing and packaging. packaging/install knows which files go where.
VERSION = $(shell sed -n 's/^\#define MZ_VERSION "\(.*\)"/\1/p' src/base/version.h)

.PHONY: install uninstall deb site
install: all
	@packaging/install $(BUILD) '$(DESTDIR)$(PREFIX)'

uninstall:
	@packaging/uninstall '$(DESTDIR)$(PREFIX)'

deb: all
	@packaging/deb $(BUILD) $(VERSION)

# The documentation as a web site, in $(BUILD)/site.
site: all
	@tools/site $(BUILD)
