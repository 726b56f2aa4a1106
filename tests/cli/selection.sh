# Names, -k and -m choose tests; what chooses none is named.
run cfnc test --demo --collect-only -k update
run cfnc test --demo --list -q -m "delete and not create"
run cfnc test --demo --co -q "contract_create_*" --deselect contract_create_list
run cfnc test --demo --co -q delete::contract_delete_read "handler_update.py::*[generated]"
run cfnc test --demo -k "a and"
run cfnc test --demo -k contract_creat_read
run cfnc test --demo -m creates
run cfnc test --demo contract_creat_read
run cfnc test --demo "contract_create_read[inputs_7]"
run cfnc list --names -k read
