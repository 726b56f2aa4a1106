# What is wrong with a schema: shown with its line, counted, told by the exit code.
cp "$ROOT/tests/data/lint/honest.json" board.json
run cfnc validate board.json

sed -e 's#"$ref": "\#/definitions/Frame" },#"$ref": "\#/definitions/Farme" },#' \
    -e 's#/properties/Secret#/properties/Secert#' \
    -e 's#"^board-\[0-9a-f\]{8}$"#"^\\"boärd-(\\u00e9[0-9{8}$"#' \
    -e 's#"notes:GetBoard"#"notes:*"#' \
    -e 's#"insertionOrder": true,#"items\\u0032": "日本語 \\u001b[31m",	"minLength": 1,#' board.json > broken.json
run cfnc validate broken.json
run cfnc validate --format github broken.json
run cfnc validate --format json broken.json
run cfnc validate --color always broken.json

run cfnc validate "$ROOT/examples/memo"

# Warnings are errors for who says so.
sed 's/"insertionOrder": true,//' board.json > odd.json
run cfnc validate odd.json
run cfnc validate --strict odd.json

# A long line is cut around what is wrong in it; a minified schema is but one line.
tr -d '\n' < broken.json | sed 's/  */ /g' > minified.json
run cfnc validate minified.json

# Several schemas; a folder; what is no schema in it is passed over.
mkdir many
cp board.json many/a.json
cp odd.json many/b.json
echo '{"a": 1}' > many/package.json
echo '{ /* a comment */ }' > many/tsconfig.json
run cfnc validate many
run cfnc validate many/a.json many/b.json
run cfnc validate -C many a.json

# A project, with what is beside its schema.
mkdir -p project/inputs
cp board.json project/example-notes-board.json
echo '{"typeName": "Example::Notes::Board", "language": "none"}' > project/.rpdk-config
echo '{"Name": "in eu-west-1", "Size": true}' > project/inputs/inputs_1_create.json
echo '{"Name": "310987654321", "Size": 3}' > project/inputs/inputs_1_update.json
echo '{"CREATE": {"/Nmae": "arn:aws:s3:::x", "/Frame/Widht": 1}}' > project/overrides.json
echo '{}' > project/inputs/inputs_01_create.json
echo 'x' > project/inputs/notes.txt
run cfnc validate project
run cfnc validate --inputs project
run cfnc validate --inputs many
run cfnc validate -C project --inputs --format github

# What cannot be read.
run cfnc validate nothing.json
echo '{"typeName": "A::B::C",' > cut.json
run cfnc validate cut.json board.json
run cfnc validate cut.json --format json
mkdir empty
run cfnc validate empty
run cfnc validate --format xml board.json
run cfnc validate --stric board.json
run cfnc validate --against board.json board.json odd.json
run cfnc validate --against nothing.json board.json
echo '[1]' > list.json
run cfnc validate list.json

# A $ref into another document: beside the schema, or below a folder that is named.
mkdir -p parts/deep
echo '{"$id": "https://example.com/parts.json", "definitions": {"Frame": {"type": "string"}}}' > parts/deep/p.json
sed 's#"$ref": "\#/definitions/Frame" },#"$ref": "https://example.com/parts.json\#/definitions/Frame" },#' board.json > remote.json
run cfnc validate remote.json
run cfnc validate remote.json --schema-path parts
sed 's#"$ref": "\#/definitions/Frame" },#"$ref": "parts/deep/p.json\#/definitions/Frame" },#' board.json > sibling.json
run cfnc validate sibling.json

# Beside the schema that is registered.
sed -e '/"Secret": {/d' -e 's#"writeOnlyProperties".*##' -e 's#"maxLength": 80#"maxLength": 40#' \
    -e 's#"maxLength": 256#"maxLength": 512#' board.json > next.json
run cfnc validate --against board.json next.json
run cfnc validate --against next.json next.json
