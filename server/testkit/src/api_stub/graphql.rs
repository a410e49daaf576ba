//! A library over GraphQL. Fields that it does not know, objects without fields of their own and values with some are errors, as the
//! specification says.

use serde_json::{Map, Value, json};

/// What an introspection is answered with.
pub(super) fn schema() -> Value {
    let plain = |name: &str, kind: &str| json!({"kind": kind, "name": name, "ofType": null});
    let whole = |of: Value| json!({"kind": "NON_NULL", "name": null, "ofType": of});
    let list = |of: Value| json!({"kind": "LIST", "name": null, "ofType": of});
    let field = |name: &str, of: Value, args: Vec<Value>| json!({"name": name, "description": null, "isDeprecated": false, "args": args, "type": of});
    let argument = |name: &str, of: Value| json!({"name": name, "description": null, "defaultValue": null, "type": of});
    let object = |name: &str, fields: Vec<Value>| json!({"kind": "OBJECT", "name": name, "fields": fields});
    let book = || plain("Book", "OBJECT");
    let genre = || vec![argument("genre", plain("Genre", "ENUM"))];
    let window = || vec![argument("first", plain("Int", "SCALAR")), argument("after", plain("String", "SCALAR"))];
    json!({"data": {"__schema": {
        "queryType": {"name": "Query"}, "mutationType": {"name": "Mutation"}, "subscriptionType": null,
        "types": [
            object("Query", vec![
                field("books", whole(list(whole(book()))), genre()),
                field("archive", plain("Archive", "OBJECT"), window()),
                field("count", whole(plain("Int", "SCALAR")), Vec::new()),
            ]),
            object("Mutation", vec![field("addBook", book(), vec![argument("title", whole(plain("String", "SCALAR")))])]),
            object("Book", vec![
                field("id", whole(plain("ID", "SCALAR")), Vec::new()),
                field("title", plain("String", "SCALAR"), Vec::new()),
                field("genre", plain("Genre", "ENUM"), Vec::new()),
                field("price", plain("Money", "SCALAR"), Vec::new()),
                field("tags", list(plain("String", "SCALAR")), Vec::new()),
                field("author", plain("Author", "OBJECT"), Vec::new()),
                field("similar", list(book()), Vec::new()),
                field("reviews", list(plain("Review", "OBJECT")), vec![argument("first", whole(plain("Int", "SCALAR")))]),
            ]),
            object("Author", vec![
                field("name", plain("String", "SCALAR"), Vec::new()),
                field("country", plain("Country", "OBJECT"), Vec::new()),
                field("books", list(book()), Vec::new()),
            ]),
            object("Country", vec![field("code", plain("ID", "SCALAR"), Vec::new())]),
            object("Review", vec![field("stars", plain("Int", "SCALAR"), Vec::new())]),
            object("Archive", vec![
                field("edges", list(plain("Edge", "OBJECT")), Vec::new()),
                field("pageInfo", whole(plain("PageInfo", "OBJECT")), Vec::new()),
            ]),
            object("Edge", vec![field("node", book(), Vec::new())]),
            object("PageInfo", vec![
                field("hasNextPage", whole(plain("Boolean", "SCALAR")), Vec::new()),
                field("endCursor", plain("String", "SCALAR"), Vec::new()),
            ]),
            {"kind": "ENUM", "name": "Genre", "fields": null, "enumValues": [{"name": "CRIME"}, {"name": "VERSE"}]},
            plain("Money", "SCALAR"),
        ],
    }}})
}

/// The answer to a posted query.
pub(super) fn answer(body: &str) -> Value {
    let query = serde_json::from_str::<Value>(body).ok().and_then(|body| body["query"].as_str().map(str::to_owned));
    let tokens = tokens(&query.unwrap_or_default());
    let mut reader = Reader { tokens: &tokens, at: 0 };
    let begins = reader.next() == Some("query");
    let selected = if begins { reader.fields() } else { Err("only queries are answered".to_owned()) };
    let answered = selected.and_then(|fields| {
        let answer = |field: &Field| Ok((field.name.clone(), select(&root(field)?, field)?));
        fields.iter().map(answer).collect::<Result<Map<_, _>, String>>()
    });
    match answered {
        Ok(data) => json!({"data": data}),
        Err(why) => json!({"data": null, "errors": [{"message": why}]}),
    }
}

/// Every field of a book, as it would be in the store.
fn book(id: usize) -> Value {
    let (name, country, genre) = (["Ada", "Ben", "Cleo"][id % 3], ["GR", "MT"][id % 2], ["CRIME", "VERSE"][id % 2]);
    let author = json!({"name": name, "country": {"code": country}, "books": []});
    json!({
        "id": id.to_string(), "title": format!("Book {id}"), "genre": genre, "price": 10 + id, "tags": ["old", "rare"],
        "author": author, "similar": [], "reviews": [],
    })
}

fn root(field: &Field) -> Result<Value, String> {
    const BOOKS: usize = 6;
    const PAGE: usize = 4;
    let argument = |name: &str| field.arguments.iter().position(|token| token == name).and_then(|at| field.arguments.get(at + 2));
    match field.name.as_str() {
        "books" => {
            let wanted = argument("genre");
            Ok((0..BOOKS).map(book).filter(|book| wanted.is_none_or(|genre| book["genre"] == genre.as_str())).collect())
        }
        "archive" => {
            let from: usize = argument("after").and_then(|text| text.trim_matches('"').parse().ok()).unwrap_or(0);
            let until = BOOKS.min(from + PAGE);
            let edges: Vec<Value> = (from..until).map(|id| json!({"node": book(id)})).collect();
            Ok(json!({"edges": edges, "pageInfo": {"hasNextPage": until < BOOKS, "endCursor": until.to_string()}}))
        }
        "count" => Ok(json!(BOOKS)),
        other => Err(format!("Cannot query field \"{other}\" on type \"Query\".")),
    }
}

fn select(value: &Value, field: &Field) -> Result<Value, String> {
    match value {
        Value::Array(list) if list.iter().all(|one| !one.is_object()) && field.fields.is_empty() => Ok(value.clone()),
        Value::Array(list) => list.iter().map(|one| select(one, field)).collect(),
        Value::Object(_) if field.fields.is_empty() => {
            Err(format!("Field \"{}\" must have a selection of subfields.", field.name))
        }
        Value::Object(own) => {
            let one = |inner: &Field| {
                let known = own.get(&inner.name).ok_or_else(|| format!("Cannot query field \"{}\".", inner.name))?;
                if inner.name == "reviews" && inner.arguments.is_empty() {
                    return Err("Field \"reviews\" argument \"first\" is required.".to_owned());
                }
                Ok((inner.name.clone(), select(known, inner)?))
            };
            field.fields.iter().map(one).collect::<Result<Map<_, _>, String>>().map(Value::Object)
        }
        _ if field.fields.is_empty() => Ok(value.clone()),
        _ => Err(format!("Field \"{}\" must not have a selection since it has no subfields.", field.name)),
    }
}

struct Field {
    name: String,
    /// As they are written: name, colon, value …
    arguments: Vec<String>,
    fields: Vec<Field>,
}

struct Reader<'query> {
    tokens: &'query [String],
    at: usize,
}

impl Reader<'_> {
    fn next(&mut self) -> Option<&str> {
        self.at += 1;
        self.tokens.get(self.at - 1).map(String::as_str)
    }

    fn is(&self, token: &str) -> bool {
        self.tokens.get(self.at).is_some_and(|next| next == token)
    }

    /// `{ a b(c: 1) { d } }`
    fn fields(&mut self) -> Result<Vec<Field>, String> {
        let unexpected = || "Syntax Error".to_owned();
        if self.next() != Some("{") {
            return Err(unexpected());
        }
        let mut fields = Vec::new();
        while !self.is("}") {
            let name = self.next().filter(|name| name.chars().all(|sign| sign.is_alphanumeric() || sign == '_'));
            let mut field = Field { name: name.ok_or_else(unexpected)?.to_owned(), arguments: Vec::new(), fields: Vec::new() };
            if self.is("(") {
                self.at += 1;
                while !self.is(")") {
                    field.arguments.push(self.next().ok_or_else(unexpected)?.to_owned());
                }
                self.at += 1;
            }
            if self.is("{") {
                field.fields = self.fields()?;
            }
            fields.push(field);
        }
        self.at += 1;
        Ok(fields)
    }
}

/// Words, texts with their quotes, and single signs.
fn tokens(query: &str) -> Vec<String> {
    let (mut tokens, mut rest) = (Vec::new(), query.trim_start());
    while let Some(first) = rest.chars().next() {
        let is_word = |sign: char| sign.is_alphanumeric() || matches!(sign, '_' | '-' | '.');
        let end = match first {
            '"' => rest[1..].find('"').map_or(rest.len(), |at| at + 2),
            sign if is_word(sign) => rest.find(|sign: char| !is_word(sign)).unwrap_or(rest.len()),
            sign => sign.len_utf8(),
        };
        tokens.push(rest[..end].to_owned());
        rest = rest[end..].trim_start();
    }
    tokens
}
