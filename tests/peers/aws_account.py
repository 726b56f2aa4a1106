"""Makes a user with keys, a role and exports in moto, and switches its checks on.

python3 tests/peers/aws_account.py URL: prints shell variables.
"""
import io
import json
import os
import sys
import urllib.request
import zipfile

import boto3
import botocore.config

url = sys.argv[1]
os.environ.update(AWS_ACCESS_KEY_ID="testing", AWS_SECRET_ACCESS_KEY="testing", AWS_DEFAULT_REGION="us-east-1")


def client(service):
    # moto reads much of itself at its first calls; a call that is sent again makes things twice.
    made = boto3.client(service, endpoint_url=url,
                        config=botocore.config.Config(read_timeout=300, retries={"max_attempts": 0}))
    made.meta.events.register("before-send.*", lambda request, **_: request.headers.update(
        {"x-moto-account-id": "210987654321"}))
    return made


iam = client("iam")
anything = json.dumps({"Version": "2012-10-17", "Statement": [{"Effect": "Allow", "Action": "*", "Resource": "*"}]})
iam.create_user(UserName="tester")
iam.put_user_policy(UserName="tester", PolicyName="all", PolicyDocument=anything)
key = iam.create_access_key(UserName="tester")["AccessKey"]
trust = json.dumps({"Version": "2012-10-17", "Statement": [
    {"Effect": "Allow", "Action": "sts:AssumeRole", "Principal": {"AWS": "*"}}]})
role = iam.create_role(RoleName="contract", AssumeRolePolicyDocument=trust)["Role"]
iam.put_role_policy(RoleName="contract", PolicyName="all", PolicyDocument=anything)

# Exports are outputs of stacks: more than a page of them.
outputs = {f"Out{i}": {"Value": f"value-{i}", "Export": {"Name": f"Exported-{i:03}"}} for i in range(130)}
outputs["Odd"] = {"Value": 'quote " backslash \\ <&> é', "Export": {"Name": "Odd:Name"}}
template = {"Resources": {"Queue": {"Type": "AWS::SQS::Queue"}}, "Outputs": outputs}
client("cloudformation").create_stack(StackName="exporter", TemplateBody=json.dumps(template))

# A function, which moto need not run: it answers with a word.
urllib.request.urlopen(urllib.request.Request(f"{url}/moto-api/config", data=b'{"lambda": {"use_docker": false}}',
                                              headers={"Content-Type": "application/json"})).read()
zipped = io.BytesIO()
zipfile.ZipFile(zipped, "w").close()
client("lambda").create_function(FunctionName="handlers", Runtime="python3.12", Role=role["Arn"], Handler="a.b",
                                 Code={"ZipFile": zipped.getvalue()}, Publish=True)

request = urllib.request.Request(f"{url}/moto-api/reset-auth", data=b"0", headers={"Content-Type": "text/plain"})
urllib.request.urlopen(request).read()
print(f"KEY_ID={key['AccessKeyId']}")
print(f"KEY_SECRET='{key['SecretAccessKey']}'")
print(f"ROLE_ARN={role['Arn']}")
print(f"ACCOUNT={role['Arn'].split(':')[4]}")
