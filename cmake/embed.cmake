# Makes a C array of a file: cfnc_embed(TARGET NAME FILE) gives the target
# `const char NAME[]` (NUL-terminated) and `const unsigned long NAME_length`.
function(cfnc_embed target name file)
  set(output ${PROJECT_BINARY_DIR}/embedded/${name}.c)
  add_custom_command(
    OUTPUT ${output}
    COMMAND ${CMAKE_COMMAND} -DNAME=${name} -DFILE=${file} -DOUTPUT=${output}
            -P ${PROJECT_SOURCE_DIR}/cmake/embed.cmake
    DEPENDS ${file} ${PROJECT_SOURCE_DIR}/cmake/embed.cmake)
  target_sources(${target} PRIVATE ${output})
endfunction()

if(CMAKE_SCRIPT_MODE_FILE)
  file(READ ${FILE} bytes HEX)
  string(REGEX REPLACE "(..)" "0x\\1," bytes "${bytes}")
  file(WRITE ${OUTPUT}
       "extern const char ${NAME}[];\n"
       "extern const unsigned long ${NAME}_length;\n"
       "const char ${NAME}[] = { ${bytes} 0 };\n"
       "const unsigned long ${NAME}_length = sizeof(${NAME}) - 1;\n")
endif()
