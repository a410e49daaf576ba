use super::*;
use domain::tools::catalog::OperationKind;
use serde_json::json;

fn of_json(document: Value) -> Result<Api, ApiFault> {
    read("zoo", document.to_string().as_bytes())
}

fn zoo() -> Value {
    json!({
        "openapi": "3.1.0",
        "info": { "title": "Zoo", "version": "1.2", "description": "Animals" },
        "servers": [{ "url": "https://zoo.example/v1" }],
        "paths": {
            "/animals/{animalId}": {
                "parameters": [{ "$ref": "#/components/parameters/Animal" }],
                "get": {
                    "operationId": "getAnimal",
                    "summary": "One\n animal",
                    "tags": ["animals"],
                    "parameters": [{ "name": "fields", "in": "query", "schema": { "type": "array", "items": { "type": "string", "enum": ["name", "age"] } } }],
                    "responses": { "200": { "content": { "application/json": { "schema": { "$ref": "#/components/schemas/Animal" } } } } }
                },
                "delete": { "deprecated": true, "responses": {} }
            },
            "/animals": { "post": { "operationId": "getAnimal", "requestBody": { "content": { "application/json": { "schema": { "$ref": "#/components/schemas/Animal" } } } } } },
            "/far": { "$ref": "https://elsewhere.example/paths.yaml#/far" }
        },
        "components": {
            "parameters": { "Animal": { "name": "animalId", "in": "path", "description": "Whose", "schema": { "$ref": "#/components/schemas/Id" } } },
            "schemas": {
                "Id": { "type": ["integer", "null"] },
                "Animal": { "type": "object", "properties": { "name": { "type": "string", "example": "Leo" }, "mother": { "$ref": "#/components/schemas/Animal" } } }
            }
        }
    })
}

#[test]
fn an_openapi_document_becomes_operations() {
    let api = of_json(zoo()).expect("a description");
    assert_eq!((api.kind, &*api.title, &*api.version), (ApiKind::Openapi, "Zoo", "1.2"));
    assert_eq!(api.servers, ["https://zoo.example/v1"]);
    let names: Vec<&str> = api.operations.iter().map(|operation| &*operation.name).collect();
    assert_eq!(api.operations.len(), 3);
    let get = api.operations.iter().find(|operation| operation.method.as_deref() == Some("GET")).expect("it is there");
    assert_eq!((get.kind, &*get.summary, get.path.as_deref()), (OperationKind::Query, "One animal", Some("/animals/{animalId}")));
    assert_eq!(get.parameters.len(), 2);
    assert_eq!((&*get.parameters[0].data_type, get.parameters[0].values.len()), ("array of string", 2));
    assert_eq!((&*get.parameters[1].data_type, get.parameters[1].required), ("integer", true));
    // The schema contains itself: unfolded once, then named; examples are left out.
    let schema = get.response_schema.clone().expect("a schema");
    assert_eq!(schema["properties"]["mother"], json!({ "title": "Animal" }));
    assert_eq!(schema["properties"]["name"], json!({ "type": "string" }));
    let delete = api.operations.iter().find(|operation| operation.method.as_deref() == Some("DELETE")).expect("it is there");
    assert!(delete.deprecated && delete.name == "DELETE /animals/{animalId}");
    assert_eq!(names.iter().collect::<std::collections::HashSet<_>>().len(), 3, "names are unique: {names:?}");
    assert!(api.warnings.iter().any(|warning| warning.contains("elsewhere.example")), "{:?}", api.warnings);
}

#[test]
fn yaml_says_the_same_as_json() {
    let yaml = "
swagger: '2.0'
info: {title: Zoo, version: 1.0}
host: zoo.example
basePath: /v1
paths:
  /animals:
    post:
      operationId: addAnimal
      consumes: [application/x-www-form-urlencoded]
      parameters:
        - {name: name, in: formData, type: string, required: true}
      responses:
        '201': {schema: {$ref: '#/definitions/Animal'}}
  /animals/{id}:
    put:
      operationId: changeAnimal
      parameters:
        - {name: id, in: path, type: integer}
        - {name: body, in: body, schema: {$ref: '#/definitions/Animal'}}
definitions:
  Animal: {type: object, properties: {name: {type: string}}}
";
    let api = read("zoo", yaml.as_bytes()).expect("a description");
    assert_eq!(api.servers, ["https://zoo.example/v1"]);
    let add = api.operations.iter().find(|operation| operation.name == "addAnimal").expect("it is there");
    assert_eq!(add.request_schema.as_ref().expect("a body")["required"], json!(["name"]));
    assert_eq!(add.response_schema.as_ref().expect("a schema")["properties"]["name"]["type"], "string");
    let change = api.operations.iter().find(|operation| operation.name == "changeAnimal").expect("it is there");
    assert_eq!(change.parameters.len(), 1);
    assert_eq!(change.request_schema.as_ref().expect("a body")["type"], "object");
}

const SCHEMA: &str = r#"
"Where people live"
type Country { code: ID!  name: String!  continent: Continent }
enum Continent { AFRICA ASIA }
schema { query: Root mutation: Change }
type Root {
  "All of them"
  countries(continent: Continent, first: Int = 10): [Country!]!
  country(code: ID!): Country @deprecated(reason: "use countries")
}
type Change { rename(code: ID!, name: String!): Country }
"#;

#[test]
fn a_graphql_schema_becomes_operations() {
    let api = read("countries", SCHEMA.as_bytes()).expect("a schema");
    assert_eq!(api.kind, ApiKind::Graphql);
    let [countries, country, rename] = &api.operations[..] else { panic!("{:?}", api.operations) };
    assert_eq!((&*countries.name, &*countries.description, countries.kind), ("countries", "All of them", OperationKind::Query));
    assert_eq!(countries.parameters[0].values, [json!("AFRICA"), json!("ASIA")]);
    assert!(!countries.parameters[1].required && country.parameters[0].required && country.deprecated);
    assert_eq!(countries.response_schema.as_ref().expect("a type")["type"], "[Country!]!");
    assert_eq!(countries.response_schema.as_ref().expect("a type")["properties"]["code"]["type"], "ID!");
    assert_eq!((rename.kind, rename.parameters.len()), (OperationKind::Mutation, 2));
}

#[test]
fn an_introspection_becomes_operations() {
    let named = |name: &str| json!({ "kind": "OBJECT", "name": name });
    let api = of_json(json!({ "data": { "__schema": {
        "queryType": { "name": "Query" }, "mutationType": null,
        "types": [
            { "kind": "OBJECT", "name": "Query", "fields": [{
                "name": "country", "description": "One", "isDeprecated": false,
                "args": [{ "name": "code", "type": { "kind": "NON_NULL", "ofType": { "kind": "SCALAR", "name": "ID" } }, "defaultValue": null }],
                "type": named("Country")
            }] },
            { "kind": "OBJECT", "name": "Country", "fields": [{ "name": "name", "type": { "kind": "SCALAR", "name": "String" } }] }
        ]
    } } }))
    .expect("an introspection");
    let country = &api.operations[0];
    assert_eq!((&*country.parameters[0].data_type, country.parameters[0].required), ("ID!", true));
    assert_eq!(country.response_schema.as_ref().expect("a type")["properties"]["name"]["type"], "String");
}

#[test]
fn what_is_no_description_is_said_to_be_none() {
    assert_eq!(read("x", b" \n"), Err(ApiFault::Empty));
    assert_eq!(of_json(json!({ "hello": 1 })), Err(ApiFault::Unknown));
    assert_eq!(of_json(json!({ "openapi": "4.0", "paths": {} })), Err(ApiFault::Version("4.0".into())));
    assert_eq!(of_json(json!({ "openapi": "3.0.0", "paths": {} })), Err(ApiFault::NoOperations));
    assert!(matches!(read("x", b"{\"openapi\": "), Err(ApiFault::Malformed(_))));
    assert!(matches!(read("x", b"type Query {"), Err(ApiFault::Malformed(_) | ApiFault::NoOperations)));
    assert!(read("x", b"just words, and no description").is_err());
    assert!(read("x", &[0xff, 0x00, 0x12]).is_err());
}

#[test]
fn hostile_documents_end() {
    // Deep nesting, in both notations.
    let deep = format!("{{\"openapi\":\"3.0.0\",\"paths\":{}1{}}}", "{\"a\":".repeat(50_000), "}".repeat(50_000));
    assert!(read("x", deep.as_bytes()).is_err());
    assert!(read("x", format!("openapi: 3.0.0\npaths: {}", "[".repeat(50_000)).as_bytes()).is_err());
    let schema = read("x", format!("type Query {{ a: {}Int }}", "[".repeat(50_000)).as_bytes());
    assert!(schema.as_ref().is_ok_and(|api| !api.warnings.is_empty()) || schema.is_err(), "what was left out is said");
    // Anchors that repeat each other.
    let mut bomb = "openapi: 3.0.0\na0: &a0 [x,x,x,x,x,x,x,x,x]\n".to_owned();
    for level in 1..12 {
        bomb.push_str(&format!("a{level}: &a{level} [{}]\n", vec![format!("*a{}", level - 1); 9].join(",")));
    }
    bomb.push_str("paths: {}\n");
    assert!(read("x", bomb.as_bytes()).is_err());
    // References in a circle, and a schema whose every part repeats the next.
    let mut schemas = serde_json::Map::new();
    for level in 0..40 {
        let next = json!({ "$ref": format!("#/components/schemas/S{}", level + 1) });
        schemas.insert(format!("S{level}"), json!({ "properties": { "a": next, "b": next, "c": next } }));
    }
    let api = of_json(json!({
        "openapi": "3.0.0",
        "paths": { "/a": { "get": {
            "parameters": [{ "$ref": "#/components/parameters/A" }],
            "responses": { "200": { "content": { "application/json": { "schema": { "$ref": "#/components/schemas/S0" } } } } }
        } } },
        "components": { "parameters": { "A": { "$ref": "#/components/parameters/A" } }, "schemas": schemas }
    }))
    .expect("it is read");
    assert!(api.operations[0].response_schema.as_ref().expect("a schema").to_string().len() < 200_000);
    assert!(api.warnings.iter().any(|warning| warning.contains("circle")));
}
