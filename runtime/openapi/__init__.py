"""OpenAPI documents as HTTP tools: pure functions from a document's text to the texts of tool files. Nothing is fetched."""

from __future__ import annotations

from runtime.openapi.document import DocumentRefused, read_document
from runtime.openapi.importing import Imported, import_document

__all__ = ["DocumentRefused", "Imported", "import_document", "read_document"]
