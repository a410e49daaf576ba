//! Lets a query write names in other capitals than the files have them, as all other databases do.

use crate::guard::walk_mut;
use domain::tools::warehouse::WarehouseFault;
use sqlparser::{
    ast::{Expr, Ident, ObjectName, ObjectNamePart, Query, SelectItem, Statement, VisitorMut},
    dialect::GenericDialect,
    parser::{Parser, ParserOptions},
};
use std::{
    collections::{HashMap, HashSet},
    ops::ControlFlow,
};

/// The names of tables and columns as they are spelled.
pub(super) struct Spelling {
    exact: HashSet<String>,
    /// By small letters; nothing where two names differ in capitals alone.
    folded: HashMap<String, Option<String>>,
}

impl Spelling {
    pub(super) fn new<'a>(names: impl Iterator<Item = &'a str>) -> Self {
        let (mut exact, mut folded) = (HashSet::new(), HashMap::<String, Option<String>>::new());
        for name in names.filter(|name| exact.insert((*name).to_owned())).collect::<Vec<_>>() {
            let several = folded.contains_key(&name.to_lowercase());
            folded.insert(name.to_lowercase(), (!several).then(|| name.to_owned()));
        }
        Self { exact, folded }
    }

    /// `sql` has passed the guard.
    pub(super) fn correct(&self, sql: &str) -> Result<String, WarehouseFault> {
        stacker::grow(64 * 1024 * 1024, || {
            let options = ParserOptions::new().with_unescape(false).with_trailing_commas(false);
            let parser = Parser::new(&GenericDialect {}).with_options(options).try_with_sql(sql);
            let statement = parser.and_then(|mut parser| parser.parse_statement());
            let Ok(Statement::Query(mut query)) = statement else {
                return Err(WarehouseFault::Invalid("the query cannot be read".to_owned()));
            };
            let mut aliases = Aliases::default();
            let read = walk_mut(&mut query, &mut aliases).is_continue();
            let corrected = read && walk_mut(&mut query, &mut Correcting { spelling: self, aliases: aliases.0 }).is_continue();
            if corrected { Ok(query.to_string()) } else { Ok(sql.to_owned()) }
        })
    }
}

/// Names that the query itself gives.
#[derive(Default)]
struct Aliases(HashSet<String>);

impl VisitorMut for Aliases {
    type Break = ();

    fn pre_visit_query(&mut self, query: &mut Query) -> ControlFlow<()> {
        for cte in query.with.iter().flat_map(|with| &with.cte_tables) {
            self.0.insert(cte.alias.name.value.clone());
            self.0.extend(cte.alias.columns.iter().map(|column| column.name.value.clone()));
        }
        ControlFlow::Continue(())
    }

    fn pre_visit_select(&mut self, select: &mut sqlparser::ast::Select) -> ControlFlow<()> {
        let alias = |item: &SelectItem| match item {
            SelectItem::ExprWithAlias { alias, .. } => Some(alias.value.clone()),
            _ => None,
        };
        self.0.extend(select.projection.iter().filter_map(alias));
        ControlFlow::Continue(())
    }
}

struct Correcting<'a> {
    spelling: &'a Spelling,
    aliases: HashSet<String>,
}

impl Correcting<'_> {
    fn ident(&self, ident: &mut Ident) {
        if ident.quote_style.is_some() || self.spelling.exact.contains(&ident.value) || self.aliases.contains(&ident.value) {
            return;
        }
        if let Some(Some(spelled)) = self.spelling.folded.get(&ident.value.to_lowercase()) {
            ident.value.clone_from(spelled);
        }
    }
}

impl VisitorMut for Correcting<'_> {
    type Break = ();

    fn pre_visit_relation(&mut self, relation: &mut ObjectName) -> ControlFlow<()> {
        for part in &mut relation.0 {
            if let ObjectNamePart::Identifier(ident) = part {
                self.ident(ident);
            }
        }
        ControlFlow::Continue(())
    }

    fn pre_visit_expr(&mut self, expr: &mut Expr) -> ControlFlow<()> {
        match expr {
            Expr::Identifier(ident) => self.ident(ident),
            Expr::CompoundIdentifier(path) => path.iter_mut().for_each(|ident| self.ident(ident)),
            _ => {}
        }
        ControlFlow::Continue(())
    }
}
