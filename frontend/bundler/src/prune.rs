//! Takes out what a page that is hydrated at once never runs. Every erased view of Leptos carries a second way of hydrating it, for
//! pages that wait for parts of themselves; the compiler cannot see that nobody asks for it, and it is a tenth of the module.

use walrus::{FunctionBuilder, FunctionKind, Module};

/// Empties the state machines of asynchronous hydration; what only they used goes with them when the module is shrunk.
/// Answers how many there were.
pub(crate) fn asynchronous_hydration(module: &mut Module) -> usize {
    let dead: Vec<_> = module
        .funcs
        .iter_local()
        .filter(|(id, _)| module.funcs.get(*id).name.as_deref().is_some_and(is_state_machine))
        .map(|(id, local)| (id, local.ty(), local.args.clone()))
        .collect();
    for (id, ty, args) in &dead {
        let (params, results) = module.types.params_results(*ty);
        let (params, results) = (params.to_vec(), results.to_vec());
        let mut body = FunctionBuilder::new(&mut module.types, &params, &results);
        body.func_body().unreachable();
        module.funcs.get_mut(*id).kind = FunctionKind::Local(body.local_func(args.clone()));
    }
    dead.len()
}

/// The future that a `hydrate_async` answers; neither the small function that makes it nor what is nested in it, which the
/// compiler makes one with functions of the same instructions that are needed.
fn is_state_machine(name: &str) -> bool {
    let name = rustc_demangle::demangle(name).to_string();
    let Some((before, closure)) = name.split_once("hydrate_async::{") else { return false };
    let nested = closure.trim_start_matches(|c| c != '}').trim_start_matches('}');
    let hash = nested.is_empty()
        || nested.strip_prefix("::h").is_some_and(|hash| hash.chars().all(|c| c.is_ascii_hexdigit() || "[]".contains(c)));
    hash && !before.contains("drop_in_place")
}

#[cfg(test)]
mod tests {
    use super::{asynchronous_hydration, is_state_machine};
    use walrus::{FunctionBuilder, Module, ModuleConfig, ValType};

    #[test]
    fn only_the_state_machine_itself_is_taken_out() {
        assert!(is_state_machine("<T as tachys::view::any_view::IntoAny>::into_any::hydrate_async::{{closure}}::h05af"));
        assert!(is_state_machine(
            "<tachys::html::element::HtmlElement<_, _, _> as tachys::view::RenderHtml>::hydrate_async::{closure#0}"
        ));
        assert!(is_state_machine("_ZN4View13hydrate_async28_$u7b$$u7b$closure$u7d$$u7d$17h0123456789abcdefE"));
        assert!(!is_state_machine("<T as tachys::view::any_view::IntoAny>::into_any::hydrate_async::h05af"));
        assert!(!is_state_machine("<F as tachys::view::RenderHtml>::hydrate_async::{{closure}}::{{closure}}::h05af"));
        assert!(!is_state_machine("<F as tachys::view::RenderHtml>::hydrate_async::{{closure}}::inner_1::h05af"));
        assert!(!is_state_machine("core::ptr::drop_in_place<app::View::hydrate_async::{{closure}}>::h05af"));
        assert!(!is_state_machine("<T as tachys::view::RenderHtml>::hydrate::h05af"));
    }

    #[test]
    fn a_module_stays_valid() {
        let mut module = Module::with_config(ModuleConfig::new());
        for name in ["View::hydrate_async::{{closure}}", "View::hydrate"] {
            let mut body = FunctionBuilder::new(&mut module.types, &[ValType::I32], &[ValType::I32]);
            let arg = module.locals.add(ValType::I32);
            body.name(name.to_owned()).func_body().local_get(arg);
            let id = body.finish(vec![arg], &mut module.funcs);
            module.exports.add(name, id);
        }
        let before = module.emit_wasm();
        assert_eq!(asynchronous_hydration(&mut module), 1);
        let after = module.emit_wasm();
        assert_ne!(before, after);
        assert!(Module::from_buffer(&after).is_ok());
    }
}
