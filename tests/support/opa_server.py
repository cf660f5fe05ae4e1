"""A real OPA, asked over its REST interface: the oracle of the policy tests in the soak, and of their recordings."""

from __future__ import annotations

import http.client
import json
import os
import shutil
import socket
import subprocess
import time
from pathlib import Path
from types import TracebackType
from typing import Any

VERSION = "1.21.1"


def opa_program() -> str | None:
    """The program of that version: `OPA`, then the search path, then where ``go install`` puts it."""
    candidates = [os.environ.get("OPA"), shutil.which("opa"), str(Path.home() / "go" / "bin" / "opa")]
    for candidate in candidates:
        if candidate and os.access(candidate, os.X_OK):
            found = subprocess.run([candidate, "version"], capture_output=True, text=True, check=False).stdout
            if f"Version: {VERSION}" in found:
                return candidate
    return None


class OpaServer:
    """One OPA process on a free port of this machine. A context manager."""

    def __init__(self, program: str, bundle: Path | None = None) -> None:
        """Start it, with the bundle that lies in a folder if there is one. Raises OSError where it ends at once."""
        self.program = program
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        self._process = subprocess.Popen(
            [program, "run", "--server", "--addr", f"127.0.0.1:{self.port}", "--log-level", "error",
             "--disable-telemetry", *(["--bundle", str(bundle)] if bundle else [])],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        self._connection = self._connected()

    def __enter__(self) -> OpaServer:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._connection.close()
        self._process.terminate()
        self._process.wait()

    def put_bundle(self, modules: dict[str, str], data: dict[str, Any]) -> str | None:
        """Load these modules and this data in place of what was there; the complaint where OPA refuses them."""
        for name in self._policies():
            self._call("DELETE", f"/v1/policies/{name}")
        self._call("PUT", "/v1/data", data)
        left, refused = list(enumerate(modules.values())), ""
        while left:
            # One at a time, and those that need another one once more when it is there.
            complaints = [(number, text, self._complaint(number, text)) for number, text in left]
            still = [(number, text) for number, text, complaint in complaints if complaint]
            refused = next((complaint for _, _, complaint in complaints if complaint), "")
            if len(still) == len(left):
                return refused
            left = still
        return None

    def _complaint(self, number: int, text: str) -> str:
        status, answer = self._call("PUT", f"/v1/policies/m{number}", text)
        if status == 200:
            return ""
        said = "; ".join(f"{e.get('code')}: {e.get('message')}" for e in answer.get("errors", []))
        return said or str(answer.get("message"))

    def value(self, path: str, asked: Any) -> tuple[bool, Any]:
        """Whether ``data.…`` has a value for this input, and the value. Raises OpaError for a fault."""
        status, answer = self._call("POST", "/v1/data/" + path.replace(".", "/"), {"input": asked})
        if status != 200:
            raise OpaError(json.dumps(answer))
        return "result" in answer, answer.get("result")

    def query(self, text: str, asked: Any = None) -> list[dict[str, Any]]:
        """What a query binds. Raises OpaError where it does not compile, or fails."""
        body: dict[str, Any] = {"query": text}
        if asked is not None:
            body["input"] = asked
        status, answer = self._call("POST", "/v1/query", body)
        if status != 200:
            raise OpaError(json.dumps(answer))
        found: list[dict[str, Any]] = answer.get("result", [])
        return found

    def _policies(self) -> list[str]:
        return [p["id"] for p in self._call("GET", "/v1/policies")[1].get("result", [])]

    def _call(self, method: str, path: str, body: Any = None) -> tuple[int, dict[str, Any]]:
        sent = (
            body.encode()
            if isinstance(body, str)
            else json.dumps(body).encode()
            if body is not None
            else None
        )
        try:
            self._connection.request(method, path, sent)
            response = self._connection.getresponse()
        except (http.client.HTTPException, OSError):
            self._connection.close()
            try:
                self._connection.request(method, path, sent)
                response = self._connection.getresponse()
            except http.client.HTTPException as error:  # a handler of OPA's panicked
                self._connection.close()
                raise OpaError(str(error)) from None
        read = response.read()
        return response.status if response.status != 204 else 200, json.loads(read) if read.strip() else {}

    def _connected(self) -> http.client.HTTPConnection:
        until = time.monotonic() + 30
        while True:
            connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
            try:
                connection.request("GET", "/health")
                connection.getresponse().read()
                return connection
            except OSError:
                if time.monotonic() > until or self._process.poll() is not None:
                    raise
                connection.close()


class OpaError(Exception):
    """OPA answered with an error."""
