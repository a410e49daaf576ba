//! After everything was read back: what changes is said by itself, and where it is unclear what is to change, that is asked.

use domain::interview::{Manner, Move, Next, Remark};
use protocol::interview::SessionStatus;
use testkit::{ShapeObjective, Talk, definition, saying, template};

#[test]
fn after_the_list_each_change_is_said_by_itself() {
    type Change = fn(&mut Talk);
    let overruled: Change = |talk| {
        let six = saying("Six, not five").found("team", "six", 0.92).manner(Manner::Corrected);
        talk.hear(six.doing(Move::Overrule { key: "team".into() }));
    };
    let settled: Change = |talk| {
        talk.hear(saying("To rest").found("goal", "to rest", 0.9));
        // What is said to the list at once is weighed first.
        if matches!(talk.plan().next, Next::Settle { .. }) {
            talk.hear(saying("Yes").doing(Move::Accept { key: None }));
        }
    };
    for changes in [vec![overruled], vec![settled], vec![overruled, settled], vec![settled, overruled]] {
        let mut talk = Talk::over(definition(["team", "goal"].map(template).to_vec()).closing_with(2, 0.5));
        talk.hear(saying("Five").found("team", "five", 0.9));
        talk.hear(saying("To grow").found("goal", "to grow", 0.9));
        assert_eq!(talk.plan().next, Next::Close { left: Vec::new(), recap: true });
        for change in changes {
            change(&mut talk);
            assert_eq!(talk.plan().next, Next::Close { left: Vec::new(), recap: false });
        }
        talk.hear(saying("Yes").doing(Move::Accept { key: None }));
        assert_eq!(talk.view().status, SessionStatus::Completed);
    }
}

#[test]
fn what_may_be_meant_is_named_where_it_is_unclear_what_to_change() {
    let keys = || vec!["team".to_owned(), "goal".to_owned()];
    let unclear = || saying("It should be six").doing(Move::Unclear { keys: keys() });
    let mut talk = Talk::over(definition(["team", "goal"].map(template).to_vec()).closing_with(2, 0.5));
    talk.hear(saying("Five").found("team", "five", 0.9));
    let plan = talk.hear(unclear());
    assert!(!plan.remarks.iter().any(|one| matches!(one, Remark::WhatToChange { .. })), "{:?}", plan.remarks);
    talk.hear(saying("To grow").found("goal", "to grow", 0.9));
    let plan = talk.hear(unclear());
    assert_eq!((plan.remarks.clone(), plan.next.clone()), (vec![Remark::WhatToChange { keys: keys() }], Next::Nothing));
    assert!(talk.view().offered);
    let plan = talk.hear(saying("Six, not five").found("team", "six", 0.92).doing(Move::Overrule { key: "team".into() }));
    assert_eq!(plan.next, Next::Close { left: Vec::new(), recap: false });
}
