# SPDX-License-Identifier: Apache-2.0
#
# find_package(Mazurka) - the tool, its compilers, the library of mazurka.h, and tests that explore.
#
#   Mazurka_EXECUTABLE            mazurka
#   Mazurka_C_COMPILER, Mazurka_CXX_COMPILER, Mazurka_Fortran_COMPILER
#                                 for MPI_C_COMPILER and so on
#   Mazurka_MPIEXEC               for MPIEXEC_EXECUTABLE: explores what add_test() starts
#   Mazurka::mazurka              the library of mazurka.h and mazurka_actor.h
#
#   mazurka_add_test(TARGET [NAME name] [RANKS 2..4 | RANKS 2 3] [TIME 10m]
#                    [OPTIONS option...] [ARGUMENTS argument...])
#       A test for each number of ranks (without RANKS, one of a program without ranks):
#       it passes if every outcome is verified. OPTIONS are those of mazurka run; traces go to
#       the folder mazurka-traces of the build.
get_filename_component(_mazurka_root "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)
set(Mazurka_EXECUTABLE "${_mazurka_root}/bin/mazurka")
set(Mazurka_C_COMPILER "${_mazurka_root}/bin/mazurka-cc")
set(Mazurka_CXX_COMPILER "${_mazurka_root}/bin/mazurka-c++")
set(Mazurka_Fortran_COMPILER "${_mazurka_root}/bin/mazurka-fc")
set(Mazurka_MPIEXEC "${_mazurka_root}/bin/mazurka-exec")

if(NOT TARGET Mazurka::mazurka)
    add_library(Mazurka::mazurka SHARED IMPORTED)
    set_target_properties(Mazurka::mazurka PROPERTIES
        IMPORTED_LOCATION "${_mazurka_root}/lib/libmazurka.so"
        IMPORTED_SONAME libmazurka.so.1
        INTERFACE_INCLUDE_DIRECTORIES "${_mazurka_root}/include")
endif()
unset(_mazurka_root)

function(mazurka_add_test target)
    cmake_parse_arguments(PARSE_ARGV 1 given "" "NAME;TIME" "RANKS;OPTIONS;ARGUMENTS")
    if(given_UNPARSED_ARGUMENTS)
        message(FATAL_ERROR "mazurka_add_test: what is '${given_UNPARSED_ARGUMENTS}'? "
            "It takes NAME, RANKS, TIME, OPTIONS and ARGUMENTS")
    endif()
    if(NOT given_NAME)
        set(given_NAME "mazurka-${target}")
    endif()
    if(NOT given_TIME)
        set(given_TIME 10m)
    endif()
    set(numbers "")
    foreach(item IN LISTS given_RANKS)
        if(item MATCHES "^([0-9]+)\\.\\.([0-9]+)$")
            foreach(n RANGE ${CMAKE_MATCH_1} ${CMAKE_MATCH_2})
                list(APPEND numbers ${n})
            endforeach()
        elseif(item MATCHES "^[0-9]+$")
            list(APPEND numbers ${item})
        else()
            message(FATAL_ERROR "mazurka_add_test: RANKS takes numbers and ranges like 2..4, not '${item}'")
        endif()
    endforeach()
    set(run "${Mazurka_EXECUTABLE}" run --time "${given_TIME}" -o "${CMAKE_BINARY_DIR}/mazurka-traces" ${given_OPTIONS})
    if(NOT numbers)
        add_test(NAME "${given_NAME}" COMMAND ${run} -- "$<TARGET_FILE:${target}>" ${given_ARGUMENTS})
        set_tests_properties("${given_NAME}" PROPERTIES LABELS mazurka)
    endif()
    foreach(n IN LISTS numbers)
        add_test(NAME "${given_NAME}-${n}" COMMAND ${run} -n ${n} -- "$<TARGET_FILE:${target}>" ${given_ARGUMENTS})
        set_tests_properties("${given_NAME}-${n}" PROPERTIES LABELS mazurka)
    endforeach()
endfunction()
