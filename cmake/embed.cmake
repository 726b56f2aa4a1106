# Makes a C array of a file: cfnc_embed(TARGET NAME FILE) gives the target
# `const char NAME[]` (NUL-terminated), `const unsigned long NAME_length`, and
# `const char NAME_sha256[]`, in base64.
function(cfnc_embed target name file)
  set(output ${PROJECT_BINARY_DIR}/embedded/${name}.c)
  add_custom_command(OUTPUT ${output} VERBATIM
    COMMAND ${CMAKE_COMMAND} -DNAME=${name} -DFILE=${file} -DOUTPUT=${output}
            -P ${PROJECT_SOURCE_DIR}/cmake/embed.cmake
    DEPENDS ${file} ${PROJECT_SOURCE_DIR}/cmake/embed.cmake)
  target_sources(${target} PRIVATE ${output})
endfunction()

# Three bytes are four letters; the 33rd byte is none, so that its letter is the padding.
function(cfnc_sha256_base64 file result)
  set(alphabet ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/)
  file(SHA256 "${file}" digest)
  set(letters)
  foreach(at RANGE 0 60 6)
    string(SUBSTRING "${digest}00" ${at} 6 three)
    foreach(shift 18 12 6 0)
      math(EXPR index "(0x${three} >> ${shift}) & 63")
      string(SUBSTRING ${alphabet} ${index} 1 letter)
      string(APPEND letters ${letter})
    endforeach()
  endforeach()
  string(SUBSTRING ${letters} 0 43 letters)
  set(${result} "${letters}=" PARENT_SCOPE)
endfunction()

if(CMAKE_SCRIPT_MODE_FILE)
  file(READ "${FILE}" bytes HEX)
  string(REGEX REPLACE "(..)" "0x\\1," bytes "${bytes}")
  cfnc_sha256_base64("${FILE}" sha256)
  file(WRITE "${OUTPUT}"
       "extern const char ${NAME}[], ${NAME}_sha256[];\n"
       "extern const unsigned long ${NAME}_length;\n"
       "const char ${NAME}[] = { ${bytes} 0 };\n"
       "const unsigned long ${NAME}_length = sizeof(${NAME}) - 1;\n"
       "const char ${NAME}_sha256[] = \"${sha256}\";\n")
endif()
