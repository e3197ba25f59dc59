"""The page of the API shows the whole description and obeys the content security policy."""

import re
from typing import Any

from cartagena.server.http.schema_page import page

DOCUMENT: dict[str, Any] = {
    "info": {"title": "Game", "version": "1"},
    "paths": {
        "/api/<b>/{table}": {
            "post": {
                "description": "Do it.\n\nTwice.",
                "security": [{}, {"token": []}],
                "parameters": [
                    {
                        "name": "table",
                        "in": "path",
                        "required": True,
                        "schema": {"type": "string", "pattern": "^<x>$"},
                    }
                ],
                "requestBody": {
                    "content": {
                        "application/json": {
                            "schema": {
                                "oneOf": [{"$ref": "#/components/schemas/Wish"}, {"type": "null"}]
                            }
                        }
                    }
                },
                "responses": {
                    "200": {
                        "description": "Done",
                        "content": {
                            "application/json": {"schema": {"$ref": "#/components/schemas/Wish"}}
                        },
                    },
                    "204": {"description": "Nothing"},
                    **{
                        status: {
                            "description": "Bad",
                            "content": {"application/problem+json": {"schema": {"type": "object"}}},
                        }
                        for status in ("400", "404")
                    },
                },
            }
        }
    },
    "components": {
        "securitySchemes": {"token": {"description": "A bearer token."}},
        "schemas": {
            "Wish": {
                "description": "What is wished.",
                "required": ["what"],
                "properties": {
                    "what": {"type": "array", "items": {"enum": ["a", None]}},
                    "count": {"type": ["integer", "null"], "minimum": 1, "default": 2},
                    "more": {"type": "object", "additionalProperties": {"const": "<"}},
                },
            }
        },
    },
}


def test_the_page_shows_the_whole_description() -> None:
    text = page(DOCUMENT, "/there/openapi.json")
    for words in (
        "<p>Do it.</p><p>Twice.</p>",
        "Identity (optional): <code>token</code>.",
        "A bearer token.",
        'Body (optional): <a href="#Wish">Wish</a> or null',
        "list of <code>&quot;a&quot;</code> or <code>null</code></td><td>required",
        "integer or null</td><td>at least 1; default <code>2</code>",
        "object of <code>&quot;&lt;&quot;</code>",
        "<td>204</td><td>Nothing</td>",
        "<td>400, 404</td><td>a problem</td><td>object as",
        'href="/there/openapi.json"',
    ):
        assert words in text, words


def test_links_have_targets_and_nothing_is_inline() -> None:
    text = page(DOCUMENT, "/there/openapi.json")
    ids = re.findall(r'id="([^"]+)"', text)
    assert len(ids) == len(set(ids)) == 2
    assert set(re.findall(r'href="#([^"]+)"', text)) == set(ids)
    assert "<script" not in text
    assert "style=" not in text
    assert "<b>/" not in text.replace("<b>POST</b>", "")
    assert "<x>" not in text
