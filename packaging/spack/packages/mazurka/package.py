# SPDX-License-Identifier: Apache-2.0
"""A Spack recipe. In a checkout of Mazurka:

    spack repo add packaging/spack
    spack dev-build mazurka@0.2.0

It has no place to download from, so dev-build (or `spack develop`) gives it the sources."""

from spack.package import *

try:  # Spack 1.0 and later; before, spack.package has it
    from spack_repo.builtin.build_systems.makefile import MakefilePackage
except ImportError:
    pass


class Mazurka(MakefilePackage):
    """Model checker for MPI programs and other programs that pass messages: explores every
    distinct outcome of their communication, each exactly once."""

    license("Apache-2.0")

    version("0.2.0")

    depends_on("c", type="build")
    depends_on("jansson")
    depends_on("capstone")
    depends_on("elfutils")  # libdw and libelf
    depends_on("xxhash", type="build")  # its header alone
    depends_on("gdb", type="run", when="+gdb")

    variant("gdb", default=False, description="gdb, for mazurka replay --gdb")

    requires("platform=linux")
    requires("target=x86_64:")

    def build(self, spec, prefix):
        make(f"CC={spack_cc}")

    def install(self, spec, prefix):
        make("install", f"CC={spack_cc}", f"PREFIX={prefix}")

    @run_after("install")
    @on_package_attributes(run_tests=True)
    def check_install(self):
        Executable(self.prefix.bin.mazurka)("litmus", "examples/litmus/rmq-4.lit")
