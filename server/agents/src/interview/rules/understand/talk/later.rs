//! A question that is put off, in whatever words: a verb of leaving, keeping, asking or coming back, what is put off, and when.

/// What is put off: the question, never a thing.
const IT: &str = r"(?:(?:that|this|the|my|those|these) (?:one|ones|question|questions|part|point|thing|topic|bit|answer|subject|matter|section)|that|this|it|those|these|them)";
/// When it is to be.
const LATER: &str = r"(?:(?:(?:for|until|till|to|at) )?(?:(?:a|some|little|bit|much|even|maybe|perhaps) )*later(?: (?:on|date|point|time|stage|today|maybe|perhaps|then|instead))?|(?:(?:for|until|till|to|at|towards) )?the (?:very )?end(?: of (?:it|this|the (?:interview|talk|conversation|chat|session)))?|(?:for |until |till )?last|(?:for |until |till |at )?(?:another|some other) (?:time|day|moment|occasion|session)|(?:for |until |till )?(?:the )?next (?:time|session|week|month)|(?:until |till |for )?afterwards?|for (?:now|the (?:moment|time being|present)|a (?:bit|while|moment|minute|second|little))|(?:until |till |for )?(?:tomorrow|tonight)|soon|in a (?:bit|while|moment|minute)|(?:once|when|until|till|as soon as) (?:i|we) (?:know|have|find|found|checked|get|feel)\b.*|after (?:that|this|the (?:others?|rest|other (?:ones|questions)|remaining ones)))";
/// What one does with a question at another time.
const DO: &str = r"(?:leave|save|keep|park|put|hold|shelve|postpone|table|do|answer|discuss|decide|cover|take|push|move|handle|settle|tackle|address|deal with|fill in|talk about|think about|speak about|look at|see about|get to|come to|(?:come|get|go|circle|swing|loop|jump) back (?:to|on)|return to|revisit|give (?:you|me)|tell you|send you)";

/// "Go on and …", "think about it and …": what is done before.
const FIRST: &str = r"(?:(?:go|move|carry) on(?: and|,)? (?:then )?|think (?:about|over) (?:it|that|this) and )?";

/// Whole sentences that put a question off.
pub(super) fn patterns() -> Vec<String> {
    let all = [
        format!(r"{DO} {IT}(?: (?:back|aside|off|away|open|over|in|up|out|again|unanswered))?(?: {LATER})+"),
        format!(r"(?:come|get|circle|swing|loop) back (?:to|on) {IT}"),
        format!(r"(?:get|come) back to (?:you|me)(?: (?:on|about|with|regarding) (?:{IT}|an answer))?(?: {LATER})?"),
        format!(
            r"(?:put a pin in|park|shelve|postpone|defer|delay|adjourn|put off|push back) {IT}(?: {LATER})?|hold that(?: thought| one)?"
        ),
        format!(
            r"(?:put|set|leave) {IT} (?:off|aside|to one side|on (?:hold|ice|the back ?burner))(?: {LATER})?|save (?:that|this) (?:one|question)"
        ),
        format!(
            r"(?:ask|prompt)(?: me)?(?: (?:again|about|of|on|for|{IT}))* {LATER}|remind me(?: (?:of|about) {IT})?(?: {LATER})?"
        ),
        format!(r"(?:tell you|let you know)(?: (?:about )?{IT})? {LATER}|let you know|sleep on (?:that|it)"),
        format!(r"(?:answer|think|decide|see|reply|respond|discuss)(?: (?:to|about|on|over) {IT})? {LATER}"),
        r"not (?:right |just )?now|not today|not this time".to_owned(),
        r"(?:(?:a (?:bit|little) )?later(?: on)?|(?:another|some other) (?:time|day)|next time)(?: (?:maybe|perhaps|rather))?"
            .to_owned(),
        format!(
            r"{IT} (?:can|could|will have to|has to|should|must) wait(?: {LATER})?|{IT} {LATER}|(?:can|could|may) {IT} wait(?: {LATER})?"
        ),
    ];
    vec![format!("{FIRST}(?:{})", all.join("|"))]
}

/// Words of a day or a span of time, which may as well answer a question for one.
pub(super) fn tells_a_time(sentence: &str) -> bool {
    let talks = [
        "answer", "ask", "tell", "come back", "get back", "discuss", "question", "leave", "save", "keep", "this one", "that one",
    ];
    let times = ["tomorrow", "tonight", "today", "week", "month", "soon", "when ", "once ", "as soon as"];
    times.iter().any(|time| sentence.contains(time)) && !talks.iter().any(|talk| sentence.contains(talk))
}
