//! Columns that the grammar of files takes for a function without brackets, although files have no such function: `user`.

use super::walk_mut;
use sqlparser::ast::{Expr, FunctionArguments, Ident, Query, VisitorMut};
use std::ops::ControlFlow;

/// Makes them columns again. They are quoted, so that whoever reads the query next reads a name.
pub(super) fn restore(query: &mut Query) {
    let _ = walk_mut(query, &mut Restoring);
}

struct Restoring;

impl VisitorMut for Restoring {
    type Break = ();

    fn pre_visit_expr(&mut self, expr: &mut Expr) -> ControlFlow<()> {
        if let Expr::Function(function) = expr
            && matches!(function.args, FunctionArguments::None)
            && let [part] = function.name.0.as_slice()
            && let Some(name) =
                part.as_ident().filter(|name| name.quote_style.is_none() && name.value.eq_ignore_ascii_case("user"))
        {
            *expr = Expr::Identifier(Ident::with_quote('"', name.value.clone()));
        }
        ControlFlow::Continue(())
    }
}

#[cfg(test)]
mod tests {
    use crate::guard::pure;
    use domain::tools::warehouse::Dialect;

    #[test]
    fn a_column_of_files_may_be_called_user() {
        let sent = pure("SELECT MAX(amount) FROM data WHERE user = 'Ada'", Dialect::Files, None);
        assert_eq!(sent.as_deref(), Ok(r#"SELECT MAX(amount) FROM data WHERE "user" = 'Ada'"#));
        assert!(pure("SELECT user FROM data", Dialect::Postgres, None).is_err(), "there it is a function");
        assert!(pure("SELECT user() FROM data", Dialect::Files, None).is_err());
    }
}
