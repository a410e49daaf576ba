//! What the shop has in writing, and the description of an API that nobody answers at.

use serde_json::{Value, json};

pub(super) const COUNTING: &str = "# How we count

What the words in our reports mean.

## Orders

An order counts on the day it was placed. Its total is what its lines cost; postage is not in it.

## Revenue

Revenue is the total of all orders that were delivered. What was returned, and what is still open, is left out.

## Regular customers

A regular customer has placed at least five orders in twelve months. A lost one was regular and has placed none for six months.

## Return rate

Of a category: the share of orders with a book of it that came back. Above 10% somebody looks into it.
";

pub(super) const RETURNS: &str = "# Returns

Books can be sent back within 30 days, unread and in one piece. Maps that were unfolded are taken back all the same, because people
notice only then that they bought the wrong one.

## Money back

A refund takes 14 days and goes the way the payment came. Vouchers are refunded as vouchers.

## Who decides

The shop in Northport decides about everything above 100 euros.
";

pub(super) const SKILL: [(&str, &str); 2] = [
    (
        "monthly-report/SKILL.md",
        "---
name: monthly-report
description: How the report of one month is made, with revenue, returns and the books that sold best
allowed-tools: [search_tables, run_query, search_documents]
---

# The report of a month

1. Revenue of the month and of the month before, by channel. What counts stands in *How we count*.
2. Return rate by category. Name every category above 10%.
3. The ten books that sold best, by copies.
4. Orders above 500 euros, one by one: they are often mistakes.

Layout: see [the outline](references/outline.md).
",
    ),
    (
        "monthly-report/references/outline.md",
        "# Outline\n\n- One sentence that says how the month was\n- A table per question\n- What to do, at most three points\n",
    ),
];

/// An API as its makers would describe it.
pub(super) fn stock() -> Value {
    let place = json!({"name": "town", "in": "query", "description": "Which shop", "schema": {"type": "string"}});
    let book =
        json!({"name": "bookId", "in": "path", "required": true, "description": "Which book", "schema": {"type": "integer"}});
    let shelf = json!({"type": "object", "properties": {
        "bookId": {"type": "integer"}, "town": {"type": "string"}, "copies": {"type": "integer", "description": "How many lie there now"}
    }});
    let answer =
        |schema: Value| json!({"200": {"description": "Copies by shop", "content": {"application/json": {"schema": schema}}}});
    json!({
        "openapi": "3.0.3",
        "info": {"title": "Stock of Harbour Books", "version": "1", "description": "What lies on which shelf"},
        "servers": [{"url": "https://stock.harbour-books.example"}],
        "paths": {
            "/books/{bookId}/stock": {"get": {
                "operationId": "getStock", "summary": "How many copies of a book there are",
                "parameters": [book, place], "responses": answer(json!({"type": "array", "items": shelf}))
            }},
            "/shelves": {"get": {
                "operationId": "listShelves", "summary": "Everything in stock in a shop",
                "parameters": [place], "responses": answer(json!({"type": "array", "items": shelf}))
            }}
        }
    })
}
