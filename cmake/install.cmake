# What `cmake --install` and `cpack` put where. The manual pages and the completions are printed by the
# program that was built, so that they tell its options and no others.
include(GNUInstallDirs)
set(CFNC_MAINTAINER "The maintainers of cfnc <maintainers@cfnc.invalid>" CACHE STRING
  "Who answers for the package that cpack makes")
find_program(GZIP gzip REQUIRED)

set(printed ${PROJECT_BINARY_DIR}/printed)
file(MAKE_DIRECTORY ${printed})

# cfnc_print(FILE FOLDER ARGUMENT...): what the program prints is installed as FILE in FOLDER.
function(cfnc_print file folder)
  add_custom_command(OUTPUT ${printed}/${file} DEPENDS cfnc VERBATIM
    COMMAND cfnc ${ARGN} > ${printed}/${file})
  cfnc_install(${file} "${folder}")
endfunction()

# The same of a manual page, and of text that the package has compressed.
function(cfnc_compress file folder)
  add_custom_command(OUTPUT ${printed}/${file}.gz DEPENDS ${printed}/${file} VERBATIM
    COMMAND ${GZIP} -9n < ${printed}/${file} > ${printed}/${file}.gz)
  cfnc_install(${file}.gz "${folder}")
endfunction()

function(cfnc_install file folder)
  set_property(TARGET cfnc APPEND PROPERTY cfnc_printed ${printed}/${file})
  if(folder)
    install(FILES ${printed}/${file} DESTINATION ${folder})
  endif()
endfunction()

cfnc_print(cfnc.1 "" help --man cfnc.1)
cfnc_print(cfnc.ini.5 "" help --man cfnc.ini.5)
cfnc_compress(cfnc.1 ${CMAKE_INSTALL_MANDIR}/man1)
cfnc_compress(cfnc.ini.5 ${CMAKE_INSTALL_MANDIR}/man5)
cfnc_print(cfnc ${CMAKE_INSTALL_DATADIR}/bash-completion/completions completion bash)
cfnc_print(_cfnc ${CMAKE_INSTALL_DATADIR}/zsh/vendor-completions completion zsh)
cfnc_print(cfnc.fish ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d completion fish)
configure_file(packaging/changelog ${printed}/changelog COPYONLY)
cfnc_compress(changelog ${CMAKE_INSTALL_DOCDIR})
get_target_property(files cfnc cfnc_printed)
add_custom_target(printed ALL DEPENDS ${files})

set(CMAKE_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE
  GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
install(TARGETS cfnc RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
install(FILES README.md ARCHITECTURE.md packaging/copyright DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(DIRECTORY docs DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR} RENAME Apache-2.0.txt)
install(DIRECTORY examples/memo examples/broken_memo DESTINATION ${CMAKE_INSTALL_DOCDIR}/examples
        PATTERN .cfnc EXCLUDE)

file(READ packaging/description CPACK_DEBIAN_PACKAGE_DESCRIPTION)
string(STRIP "${CPACK_DEBIAN_PACKAGE_DESCRIPTION}" CPACK_DEBIAN_PACKAGE_DESCRIPTION)
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "contract tests for CloudFormation resource types")
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME cfnc)
set(CPACK_PACKAGE_VENDOR cfnc)
set(CPACK_PACKAGE_CONTACT "${CFNC_MAINTAINER}")
set(CPACK_STRIP_FILES ON)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS ${CMAKE_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS})
set(CPACK_PRE_BUILD_SCRIPTS ${PROJECT_SOURCE_DIR}/cmake/package_modes.cmake)
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_PACKAGE_PRIORITY optional)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION TRUE)
include(CPack)
