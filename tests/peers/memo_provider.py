"""A provider of Example::Notes::Memo as its author would write it: on AWS's Python library.

It keeps its contract. BREAKS names the ways in which it can be told not to.
"""
import json
from dataclasses import asdict, dataclass, field
from datetime import datetime, timezone
from pathlib import Path
from typing import List, Optional
from uuid import uuid4

import jsonschema
from cloudformation_cli_python_lib import Action, OperationStatus, ProgressEvent, Resource, exceptions
from cloudformation_cli_python_lib.interface import BaseModel

TYPE_NAME = "Example::Notes::Memo"
SCHEMA = json.loads(
    (Path(__file__).parents[2] / "examples/memo/example-notes-memo.json").read_text(encoding="utf-8")
)
READ_ONLY = ("Id", "CreatedAt")
WRITE_ONLY = ("PassPhrase",)
CREATE_ONLY = ("Board",)
BREAKS = {
    "forgets-updates": "an update is answered as it should be, and not carried out",
    "keeps-deleted": "a deleted memo can still be read",
}


@dataclass
class Memo(BaseModel):
    Id: Optional[str] = None
    CreatedAt: Optional[str] = None
    Board: Optional[str] = None
    Title: Optional[str] = None
    Text: Optional[str] = None
    Priority: Optional[int] = None
    Pinned: Optional[bool] = None
    Author: Optional[dict] = None
    Topics: Optional[List[str]] = None
    PassPhrase: Optional[str] = None
    Tags: Optional[List[dict]] = None

    @classmethod
    def _deserialize(cls, json_data):
        return None if json_data is None else cls(**json_data)

    def properties(self, without=()):
        """What the memo has, as a plain dictionary."""
        return {
            name: value
            for name, value in asdict(self).items()
            if value is not None and name not in without
        }


@dataclass
class Board:
    """The service behind the provider: everything that is kept, in memory."""

    memos: dict = field(default_factory=dict)  # by Id
    made_by: dict = field(default_factory=dict)  # the Id that a request's token has made

    def find(self, wanted):
        memo = self.memos.get(wanted.Id if wanted else None)
        if memo is None:
            raise exceptions.NotFound(TYPE_NAME, wanted.Id if wanted else None)
        return memo


def check(properties):
    """Raises when the properties are not what the schema allows."""
    try:
        jsonschema.validate(properties, SCHEMA)
    except jsonschema.ValidationError as error:
        raise exceptions.InvalidRequest(error.message) from error


def success(model=None):
    return ProgressEvent(status=OperationStatus.SUCCESS, resourceModel=model)


def shown(memo):
    """A memo as anybody may see it."""
    return Memo(**memo.properties(without=WRITE_ONLY))


def make_provider(breaks=None):
    """The entry point that Lambda would call: provider(event, context)."""
    provider = Resource(TYPE_NAME, Memo)
    board = Board()

    @provider.handler(Action.CREATE)
    def create(_session, request, callback_context):
        if callback_context:
            return success(shown(board.find(request.desiredResourceState)))
        made = board.made_by.get(request.clientRequestToken)
        if made in board.memos:
            return success(shown(board.memos[made]))
        asked = request.desiredResourceState.properties(without=READ_ONLY)
        check(asked)
        memo = Memo(
            Id=f"memo-{uuid4().hex[:8]}",
            CreatedAt=datetime.now(timezone.utc).isoformat(timespec="seconds"),
            **{"Pinned": False, **asked},
        )
        board.memos[memo.Id] = memo
        board.made_by[request.clientRequestToken] = memo.Id
        # The next callback is given this model, so it has to carry the secret.
        return ProgressEvent(
            status=OperationStatus.IN_PROGRESS,
            callbackContext={"memo": memo.Id},
            resourceModel=memo,
        )

    @provider.handler(Action.READ)
    def read(_session, request, _callback_context):
        return success(shown(board.find(request.desiredResourceState)))

    @provider.handler(Action.UPDATE)
    def update(_session, request, _callback_context):
        memo = board.find(request.desiredResourceState)
        asked = request.desiredResourceState.properties(without=READ_ONLY)
        for name in CREATE_ONLY:
            if asked.setdefault(name, getattr(memo, name)) != getattr(memo, name):
                raise exceptions.NotUpdatable(f"{name} of a memo cannot be changed")
        check(asked)
        asked.setdefault("Pinned", False)
        asked.setdefault("PassPhrase", memo.PassPhrase)
        updated = Memo(Id=memo.Id, CreatedAt=memo.CreatedAt, **asked)
        if breaks != "forgets-updates":
            board.memos[memo.Id] = updated
        return success(shown(updated))

    @provider.handler(Action.DELETE)
    def delete(_session, request, _callback_context):
        memo = board.find(request.desiredResourceState)
        if breaks != "keeps-deleted":
            del board.memos[memo.Id]
        return success()

    @provider.handler(Action.LIST)
    def list_memos(_session, _request, _callback_context):
        return ProgressEvent(
            status=OperationStatus.SUCCESS,
            resourceModels=[Memo(Id=memo_id) for memo_id in board.memos],
        )

    return provider
