"""python reference.py [ARGUMENT...]: runs `cfn ARGUMENT...` without an AWS account.

The program is the published one. What it would ask of AWS STS is answered here,
and no language plugin is needed. With REFERENCE_AS_IS=1 it makes its STS clients
as often as it always does, which takes most of its time: for measurements.
"""
import os
import sys

os.environ.setdefault("AWS_ACCESS_KEY_ID", "AKIAEXAMPLEEXAMPLE00")
os.environ.setdefault("AWS_SECRET_ACCESS_KEY", "example")
os.environ.setdefault("AWS_EC2_METADATA_DISABLED", "true")

import boto3
import botocore.client
import rpdk.core.project
from rpdk.core.cli import main

STS_ANSWERS = {
    "GetSessionToken": {
        "Credentials": {
            "AccessKeyId": "ASIAEXAMPLEEXAMPLE00",
            "SecretAccessKey": "example",
            "SessionToken": "example",
        }
    },
    "GetCallerIdentity": {"Account": "123456789012"},
}


def answer_sts_here():
    ask_aws = botocore.client.BaseClient._make_api_call

    def make_api_call(client, operation, arguments):
        if client.meta.service_model.service_name == "sts":
            return STS_ANSWERS[operation]
        return ask_aws(client, operation, arguments)

    botocore.client.BaseClient._make_api_call = make_api_call


def keep_sts_clients():
    make_client = boto3.Session.client
    kept = {}

    def client(session, service, **options):
        if service != "sts":
            return make_client(session, service, **options)
        if service not in kept:
            kept[service] = make_client(session, service, **options)
        return kept[service]

    boto3.Session.client = client


answer_sts_here()
if not os.environ.get("REFERENCE_AS_IS"):
    keep_sts_clients()
rpdk.core.project.load_plugin = lambda _language: None
sys.exit(main())
