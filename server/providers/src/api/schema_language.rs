//! GraphQL's schema language.

use super::{
    Api, ApiFault,
    shape::{Field, inner, response},
};
use apollo_parser::{Parser, cst};
use domain::tools::catalog::{ApiKind, Operation, OperationKind, Parameter};
use serde_json::Value;
use std::collections::HashMap;

const DEEPEST: usize = 200;
const MOST_TOKENS: usize = 2_000_000;

/// Whether a text begins as a schema does, and not as YAML.
pub(super) fn is_likely(text: &str) -> bool {
    const FIRST: &[&str] =
        &["type", "schema", "interface", "enum", "input", "union", "scalar", "directive", "extend", "query", "mutation"];
    let line = text.lines().map(str::trim).find(|line| !line.is_empty() && !line.starts_with('#')).unwrap_or_default();
    if line.starts_with('"') {
        return text.contains("\ntype ") || text.contains("\nschema");
    }
    let word = line.split(|sign: char| !sign.is_ascii_alphanumeric()).next().unwrap_or_default();
    let after = line[word.len()..].trim_start();
    FIRST.contains(&word) && !after.starts_with(':') && !after.is_empty()
}

struct Type {
    fields: Vec<cst::FieldDefinition>,
    values: Vec<Value>,
}

pub(super) fn read(api: &str, text: &str) -> Result<Api, ApiFault> {
    let tree = Parser::new(text).recursion_limit(DEEPEST).token_limit(MOST_TOKENS).parse();
    let faults: Vec<String> = tree.errors().take(3).map(|fault| fault.message().chars().take(200).collect()).collect();
    let mut types: HashMap<String, Type> = HashMap::new();
    let mut roots = vec![
        ("Query".to_owned(), OperationKind::Query),
        ("Mutation".to_owned(), OperationKind::Mutation),
        ("Subscription".to_owned(), OperationKind::Subscription),
    ];
    for definition in tree.document().definitions() {
        note(definition, &mut types, &mut roots);
    }
    let mut operations: Vec<Operation> = Vec::new();
    for (root, kind) in &roots {
        for field in types.get(root).map(|found| &found.fields).into_iter().flatten() {
            let mut read = operation(api, *kind, field, &types);
            if operations.iter().any(|known| known.name == read.name) {
                read.name = format!("{root}.{}", read.name);
            }
            operations.push(read);
        }
    }
    if operations.is_empty() && !faults.is_empty() {
        return Err(ApiFault::Malformed(faults.join("; ")));
    }
    Ok(Api {
        kind: ApiKind::Graphql,
        title: String::new(),
        version: String::new(),
        description: String::new(),
        servers: Vec::new(),
        operations,
        warnings: faults,
    })
}

fn note(definition: cst::Definition, types: &mut HashMap<String, Type>, roots: &mut [(String, OperationKind)]) {
    let mut add = |name: Option<cst::Name>, fields: Option<cst::FieldsDefinition>| {
        if let Some(name) = name {
            let known = types.entry(text_of(&name)).or_insert_with(|| Type { fields: Vec::new(), values: Vec::new() });
            known.fields.extend(fields.into_iter().flat_map(|fields| fields.field_definitions()));
        }
    };
    match definition {
        cst::Definition::ObjectTypeDefinition(found) => add(found.name(), found.fields_definition()),
        cst::Definition::ObjectTypeExtension(found) => add(found.name(), found.fields_definition()),
        cst::Definition::InterfaceTypeDefinition(found) => add(found.name(), found.fields_definition()),
        cst::Definition::EnumTypeDefinition(found) => {
            let values = found.enum_values_definition().into_iter().flat_map(|values| values.enum_value_definitions());
            let values = values.filter_map(|value| Some(Value::String(value.enum_value()?.name()?.text().to_string())));
            if let Some(name) = found.name() {
                types.insert(text_of(&name), Type { fields: Vec::new(), values: values.take(100).collect() });
            }
        }
        cst::Definition::UnionTypeDefinition(found) => add(found.name(), None),
        cst::Definition::SchemaDefinition(found) => {
            for root in found.root_operation_type_definitions() {
                let (Some(kind), Some(name)) = (root.operation_type(), root.named_type().and_then(|named| named.name())) else {
                    continue;
                };
                let place = if kind.mutation_token().is_some() {
                    1
                } else if kind.subscription_token().is_some() {
                    2
                } else {
                    0
                };
                roots[place].0 = text_of(&name);
            }
        }
        _ => {}
    }
}

fn operation(api: &str, kind: OperationKind, field: &cst::FieldDefinition, types: &HashMap<String, Type>) -> Operation {
    let description = described(field.description());
    let arguments = field.arguments_definition().into_iter().flat_map(|found| found.input_value_definitions());
    let parameter = |argument: cst::InputValueDefinition| {
        let data_type = argument.ty().map(named).unwrap_or_default();
        Parameter {
            name: argument.name().map(|name| text_of(&name)).unwrap_or_default(),
            place: "argument".into(),
            required: data_type.ends_with('!') && argument.default_value().is_none(),
            values: types.get(inner(&data_type)).map(|found| found.values.clone()).unwrap_or_default(),
            data_type,
            description: described(argument.description()),
        }
    };
    let returns = field.ty().map(named).unwrap_or_default();
    let deprecated = field
        .directives()
        .into_iter()
        .flat_map(|found| found.directives())
        .any(|directive| directive.name().is_some_and(|name| name.text() == "deprecated"));
    Operation {
        api: api.to_owned(),
        name: field.name().map(|name| text_of(&name)).unwrap_or_default(),
        kind,
        method: None,
        path: None,
        summary: description.lines().next().unwrap_or_default().to_owned(),
        description,
        tags: Vec::new(),
        parameters: arguments.map(parameter).collect(),
        request_schema: None,
        response_schema: Some(response(&returns, &|name| fields_of(name, types))),
        deprecated,
    }
}

/// Fields of objects and interfaces; a union has none of its own, and values have no such thing.
fn fields_of(name: &str, types: &HashMap<String, Type>) -> Option<Vec<Field>> {
    let found = types.get(name).filter(|found| found.values.is_empty())?;
    let field = |field: &cst::FieldDefinition| {
        let arguments = field.arguments_definition().into_iter().flat_map(|found| found.input_value_definitions());
        let needed = arguments
            .filter(|one| one.default_value().is_none() && one.ty().is_some_and(|of| matches!(of, cst::Type::NonNullType(_))));
        let needs = needed.filter_map(|one| Some(text_of(&one.name()?))).collect();
        Some(Field { name: text_of(&field.name()?), data_type: field.ty().map(named).unwrap_or_default(), needs })
    };
    Some(found.fields.iter().filter_map(field).collect())
}

fn named(of: cst::Type) -> String {
    match of {
        cst::Type::NamedType(found) => found.name().map(|name| text_of(&name)).unwrap_or_default(),
        cst::Type::ListType(found) => format!("[{}]", found.ty().map(named).unwrap_or_default()),
        cst::Type::NonNullType(found) => {
            let inner = found.named_type().map(cst::Type::NamedType).or_else(|| found.list_type().map(cst::Type::ListType));
            format!("{}!", inner.map(named).unwrap_or_default())
        }
    }
}

fn described(description: Option<cst::Description>) -> String {
    description.and_then(|description| description.string_value()).map(String::from).unwrap_or_default().trim().to_owned()
}

fn text_of(name: &cst::Name) -> String {
    name.text().to_string()
}
