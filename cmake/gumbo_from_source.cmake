# Gumbo from a source tree, PAPERWATCH_GUMBO_SOURCE, as target paperwatch_gumbo. In a Release build
# the compiler optimises it as one with what calls it, if it can: paperwatch_with_gumbo(TARGET).
unset(gumbo_folder)
foreach(folder IN ITEMS "${PAPERWATCH_GUMBO_SOURCE}/src" "${PAPERWATCH_GUMBO_SOURCE}")
  if(EXISTS "${folder}/gumbo.h" AND EXISTS "${folder}/parser.c")
    set(gumbo_folder "${folder}")
    break()
  endif()
endforeach()
if(NOT gumbo_folder)
  message(FATAL_ERROR "PAPERWATCH_GUMBO_SOURCE: ${PAPERWATCH_GUMBO_SOURCE} has no src/gumbo.h and src/parser.c. "
    "Name the folder that gumbo-parser 0.10 or newer was unpacked to; without the option the system's library is used.")
endif()
# 0.10 brought templates; descendants of Gumbo have lost the allocator, which every parse needs.
foreach(word IN ITEMS GUMBO_NODE_TEMPLATE GumboAllocatorFunction)
  file(STRINGS "${gumbo_folder}/gumbo.h" found REGEX ${word} LIMIT_COUNT 1)
  if(NOT found)
    message(FATAL_ERROR "PAPERWATCH_GUMBO_SOURCE: ${gumbo_folder}/gumbo.h knows no ${word}. "
      "paperwatch needs gumbo-parser 0.10 or newer, not one of its descendants with another interface.")
  endif()
endforeach()

enable_language(C)
include(CheckIPOSupported)
check_ipo_supported(RESULT gumbo_as_one LANGUAGES C CXX)

function(paperwatch_with_gumbo target)
  set_target_properties(${target} PROPERTIES INTERPROCEDURAL_OPTIMIZATION_RELEASE ${gumbo_as_one})
endfunction()

file(GLOB gumbo_files CONFIGURE_DEPENDS "${gumbo_folder}/*.c")
add_library(paperwatch_gumbo STATIC ${gumbo_files})
target_include_directories(paperwatch_gumbo SYSTEM PUBLIC "${gumbo_folder}")
# Its assertions stay: a page that breaks one fails alone (src/extract/html_arena.cpp).
target_compile_options(paperwatch_gumbo PRIVATE -w -UNDEBUG $<$<CONFIG:Release>:-O3>)
set_target_properties(paperwatch_gumbo PROPERTIES C_STANDARD 99 C_EXTENSIONS ON)
paperwatch_with_gumbo(paperwatch_gumbo)
# The counts of fixed work hold for one library (tests/bench/instructions.tsv).
set(gumbo_VERSION "from source")
