"""Calling the API as somebody, and what a refusal of it looks like."""

import json

from django.test import Client

from web.tokens import give_token


class Api:
    """A client that speaks JSON for somebody."""

    def __init__(self, user=None):
        self.client = Client(raise_request_exception=True)
        self.headers = {}
        if user is not None:
            self.headers["Authorization"] = f"Token {give_token(user).secret}"

    def __call__(self, method, address, content=None, *, raw=None, content_type="application/json", **headers):
        body = raw if raw is not None else json.dumps(content) if content is not None else ""
        sent = self.headers | {name.replace("_", "-"): value for name, value in headers.items()}
        return self.client.generic(method, f"/api/v1/{address}", body, content_type=content_type, headers=sent)

    def get(self, address, **query):
        answer = self(
            "GET", address + ("?" + "&".join(f"{name}={value}" for name, value in query.items()) if query else "")
        )
        assert answer.status_code == 200, answer.content
        return answer.json()

    def post(self, address, content=None, status=200, **headers):
        answer = self("POST", address, content, **headers)
        assert answer.status_code == status, answer.content
        return answer.json()


def refused(answer, status, code, **said):
    document = answer.json()
    assert (answer.status_code, document["code"]) == (status, code), document
    assert answer["Content-Type"] == "application/problem+json"
    assert document["status"] == status
    assert document["message"]
    for name, value in said.items():
        assert document[name] == value
    return document
