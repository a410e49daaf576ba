//! Sentences that are said to the interviewer and never of the matter: each pattern is a whole sentence, but for the small words
//! around it.

use super::super::greetings;
use regex::Regex;
use std::sync::LazyLock;

/// What such a sentence does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Undo,
    Repeat,
    Summary,
    Progress,
    /// To end now, whatever is missing.
    Insist,
    Done,
    Pause,
    Back,
    Told,
    Next,
    /// "My accountant knows that."
    AskSomebodyElse,
    Wait,
    Hello,
    Complaint,
    /// "Forget it": the question is not answered.
    LeaveIt,
    /// "Leave that for later": the question is put off.
    Later,
    /// "Don't skip it": what was left last is open again.
    TakeUp,
    /// "Help": with the question.
    Help,
    /// What cannot be done here.
    Beyond,
    /// "I see", "how original".
    Filler,
    /// "Fair enough", where something was read back.
    Close,
    /// "No", where nothing was asked.
    No,
}

/// What may stand before it.
const LEAD: &str = r"(?:(?:ok|okay|well|so|um|uh|hm+|oh|ah|sorry|wait|please|no|nope|nah|actually|yes|yeah|and|but|hey|right|alright|listen|look|thanks|thank you|honestly|i think|i guess|i'm afraid|now|just|maybe|perhaps|good|great|fine|hello|hi|excuse me|oops|stop|wow|ooh|gosh|phew|ha|haha|jeez|blimey) )*";
/// How it is asked for or announced.
const WRAP: &str = r"(?:(?:can|could|would|will|may|might|shall|should) (?:you|we|i)(?: (?:please|maybe|just|perhaps|quickly|kindly))* |(?:i|we|i'd|we'd|id)(?: would)? (?:like|want|need|prefer|wish|love)(?: you)? to |(?:do|would) you mind |(?:is|would) it(?: be)? (?:possible|ok|okay|alright|fine) (?:to|if (?:i|we)) |how about (?:if )?(?:i|we) |(?:let's|lets|let us|let me) (?:just |please )?|(?:i'm|i am|we're|we are) going to |(?:i|we|i've|we've)(?: have)? (?:got |have |need )?to |(?:i'll|we'll|i will|we will) (?:just |have to |need to )?|(?:i|we) (?:must|should|gotta|can|could|may|might) (?:now |just |please )?|(?:i'd|we'd) rather )?";
/// What may stand behind it.
const TAIL: &str = r"(?: (?:please|thanks|thank you|for now|now|here|for a (?:moment|second|minute)|then|again|if possible|first|quickly|kindly|ok|okay|sorry|for me|i think|actually|yet|right|already|so far))*";

const WHEN: &str = r"(?:later(?: (?:today|on))?|tomorrow|tonight|soon|another (?:day|time)|some other (?:day|time)|next (?:week|month|time)|(?:this|tomorrow|in the) (?:morning|afternoon|evening)|on (?:mon|tues|wednes|thurs|fri|satur|sun)day|after (?:lunch|work|dinner|the (?:meeting|weekend|call))|in (?:an?|one|two|a few|half an) (?:hours?|minutes?|days?|moments?)|at the weekend|when i (?:have|get) (?:more )?time|from (?:home|my (?:phone|computer)))";
const ERASE: &str =
    r"(?:undo|scratch|strike|forget|delete|remove|erase|cancel|drop|discard|disregard|ignore|revert|scrap|withdraw)";
const SAID: &str =
    r"(?:told|said|answered|mentioned|explained|gave you|given you|covered|discussed|went over|been over|been through)";
const BEFORE: &str = r"(?:already|before|earlier|twice|three times|above|just now|just|a (?:minute|moment|while) ago|again|several times|many times|the last time|last time)";
const INTERVIEW: &str = r"(?:it|this|that|things|here|the (?:interview|conversation|chat|session|questions|survey|talk)|this (?:interview|conversation|chat|session)|our (?:chat|conversation|talk))";

fn patterns() -> Vec<(Kind, Vec<String>)> {
    let some = |all: &[&str]| all.iter().map(|one| (*one).to_owned()).collect::<Vec<_>>();
    let hello = greetings::list_whole().collect::<Vec<_>>().join("|");
    let mut all = vec![
        (Kind::TakeUp, vec![
            r"(?:don'?t|do not|(?:i )?(?:didn'?t|did not) (?:want|mean) to) (?:skip|leave|defer|postpone)(?: out)?(?: (?:that|this|it))?(?: (?:one|question))?|un-?skip(?: (?:that|this|it))?|(?:undo|cancel|take back|revert) (?:the|my|that|this)(?: last)? (?:skip|skipping|deferral|postponement)".to_owned(),
            r"(?:(?:go |come |get )?back to|return to|do|answer|take|revisit|reopen|see|show me|ask(?: me)?)(?: again)?(?: about)? (?:the |those |all )?(?:(?:last )?(?:one|ones|question|questions|part|parts)(?: that| which)? (?:(?:i|we)(?:'ve| have)? |you )?(?:skipped|left(?: out| open)?|missed|put off|postponed|deferred|passed)|(?:skipped|open|postponed|deferred|missed|unanswered) (?:one|ones|question|questions|part|parts))(?: (?:earlier|before|now|again))*".to_owned(),
        ]),
        (Kind::Undo, vec![
            "undo".to_owned(),
            format!("{ERASE} (?:that|this)(?: (?:last )?(?:one|answer|bit|part|message|reply|change|please))?"),
            "undo (?:it|the last (?:one|answer|change|step|thing))".to_owned(),
            format!("{ERASE} (?:the|my|your) (?:very )?(?:last|previous|latest) (?:one|answer|thing|message|reply|change|entry|bit|sentence|value|step|note)"),
            format!("{ERASE}(?: about)? what i(?:'ve| have)?(?: just)? (?:said|told you|wrote|typed|answered)(?: there| last| before| just now)?"),
            "take (?:that|it|this)(?: last (?:one|answer|bit))? back".to_owned(),
            "take back (?:that|my last answer|the last (?:one|answer|change)|what i(?: just)? (?:said|told you|wrote))".to_owned(),
            "i (?:take|took) (?:that|it) back|i didn'?t mean to (?:say|send|write|type|answer) (?:that|it)".to_owned(),
            "(?:that|it|this) was(?: just| only)? a (?:mistake|slip|typo|misclick)(?: of mine)?".to_owned(),
            "(?:put|change|set|turn) (?:it|that) back(?: (?:to )?(?:how|as|the way|what) it was(?: before)?)?".to_owned(),
        ]),
        (Kind::Repeat, vec![
            r"(?:repeat|repeating|rephrase|rephrasing|reword|restate|re-?ask)(?: (?:that|it|this|yourself|(?:the|your)(?: last| current)? question|what you(?: just)? (?:said|asked)))?(?: (?:again|once more|one more time|in other words|differently))*".to_owned(),
            r"(?:say|saying) (?:that|it|this)(?: (?:again|once more|one more time|differently|in other words|(?:in )?another way|more simply|more slowly|slower))*".to_owned(),
            r"(?:ask|put|phrase|word|say|formulate|asking|putting) (?:me |to me )?(?:that|it|this|the question|your question|me)(?: (?:again|once more|one more time|differently|(?:in )?another way|in other words|in a different way|more simply|simpler))+".to_owned(),
            r"what|huh|pardon(?: me)?|sorry|excuse me|i beg your pardon|come again|eh|hm what|what was that|say what|what now".to_owned(),
            r"what (?:did|do) you(?: just)? (?:say|ask|asked)(?: me)?|(?:what|which)(?:'s| is| was)? (?:the|your|that)(?: last| current)? question(?: again)?|which question|what was i (?:supposed|meant) to (?:answer|say)|where were we|what were we talking about".to_owned(),
            r"i (?:didn'?t|did not|couldn'?t) (?:quite )?(?:hear|catch|get|read|see) (?:that|it|you|the question|your question|what you said)|i (?:missed|lost) (?:that|it|the question|your question|the thread)|i wasn'?t (?:listening|paying attention)".to_owned(),
            r"in other words|(?:in )?another way|differently|more simply|simpler|once more|one more time|(?:go on|carry on|continue|proceed|resume)(?: with (?:it|this|the (?:interview|questions?)))?|never ?mind|never you mind".to_owned(),
        ]),
        (Kind::Summary, vec![
            r"what(?:'ve| have|'s| has| did| do)? (?:you|we|i)(?: (?:have|got|know|understood|understand|note|noted|write|wrote|written|collect|collected|gather|gathered|record|recorded|capture|captured|hear|heard|learn|learned|learnt|take|taken|put|remember|remembered|keep|kept|cover|covered|say|said|tell|told))(?: (?:down|me|you|got|understood|noted|written|collected|learned|gathered|recorded|captured))*(?: (?:of me|from me|about (?:me|us|it|this|my \w+|our \w+|the \w+)|of (?:it|this|that|what i (?:said|told you))))?(?: (?:so far|until now|till now|up to now|by now|yet|already|at this point|now|to date))*".to_owned(),
            r"(?:summari[sz]e|summing up|sum up|recap|sum it up|sum things up|sum it all up)(?: (?:that|it|this|everything|things|what (?:we|you)(?: have|'ve)?(?: got| know| noted| understood)?|what i(?: have|'ve)? (?:said|told you)|our conversation|the (?:conversation|answers|interview|profile)|my answers|me))*(?: (?:so far|until now|up to now|briefly|in short))*".to_owned(),
            r"(?:give|show|read|tell|list|send|see|have|get|hear)(?: me| us)?(?: back)?(?: (?:a|the|my|your|our|all))+(?: (?:short|quick|brief))? (?:summary|recap|overview|answers|notes|profile|results?|list)(?: back)?(?: of (?:it|that|this|everything|what (?:we|you)(?: have|'ve)?(?: got)?|my answers|what i(?: have|'ve)? (?:said|told you)|the \w+))?(?: (?:so far|until now|to me))*".to_owned(),
            r"(?:a |the |my |short |quick |brief )*(?:summary|recap|overview)(?: so far)?|where (?:are|do) we(?: stand)?(?: with (?:it|this))?(?: now| so far)?|what(?:'s| is)? (?:still )?(?:missing|left|open|needed|to do)(?: (?:now|still|from me))*|what else do you(?: still)? need(?: (?:from me|to know))*|(?:remind me(?: later)? )?(?:what|which(?: ones| questions)?)(?: did| have|'ve)? (?:i|we)(?:'ve| have)?(?: (?:skip|skipped|leave|left|miss|missed|postpone|postponed|put|defer|deferred|pass|passed))(?: (?:out|open|off|over|so far|up to now))*|read (?:it|that|them|everything)(?: all)? back(?: to me)?|(?:show|tell|read|give|list|repeat)(?: (?:it|that|this|me|us|to me|back|out|again))* what (?:you|we|i)(?:'ve| have)?(?: (?:got|have|know|noted|understood|written|wrote|said|told you|collected|recorded|learned|down))*(?: (?:so far|until now|up to now))?|(?:show|tell|read) me(?: again)? what you(?: have|'ve|know| have got|'ve got| noted| understood| know)*(?: so far)?".to_owned(),
        ]),
        (Kind::Progress, vec![
            r"(?:that|this) all|(?:are|aren'?t) we (?:(?:nearly|almost|about|soon) )?(?:done|finished|through|there|at the end|ready)|(?:is|was) (?:that|this|it) (?:all|it|everything|the (?:end|last (?:one|question)))|how (?:many|much) (?:more|further)(?: (?:questions?|is there|are there|do you have|to go|will there be|have you got|time))*(?: (?:are|is) (?:there|left))?".to_owned(),
            r"how many questions(?: (?:are|do|will|have|still|there|left|you|be|got|to go|remain))*|how (?:much )?long(?:er)?(?: (?:still|more))?(?: (?:does|will|is|would|do|did|can))?(?: (?:this|it|the (?:interview|chat|conversation|rest)|that|we))?(?: (?:still|going|usually|all))*(?: (?:take|last|be|go on|need|to go|to take))*|how far (?:are we|along are we|is it)(?: still)?(?: to the end)?|is there (?:much|a lot)(?: more)?(?: left| to go)?|how much time (?:do(?:es)? (?:you|this|it) (?:need|take)|will (?:this|it) take|is left)".to_owned(),
        ]),
        (Kind::Insist, vec![
            format!(r"(?:finish|end|stop|close|conclude|quit|complete)(?: {INTERVIEW})? (?:anyway|regardless|all the same|without (?:it|that|them|the rest|more|further ado|answering(?: (?:it|that))?))"),
            r"just (?:finish|end|stop|quit)(?: (?:it|this|now|here))*|leave (?:it|that|this) at that|i said(?: i want to)? (?:finish|stop|end)".to_owned(),
        ]),
        (Kind::Done, vec![
            format!(r"(?:finish|finishing|stop|end|quit|conclude|close|wrap up|wrap it up|end it|call it a day|complete|be done|be finished)(?: (?:{INTERVIEW}|now|today|right now))*"),
            format!(r"(?:i|we|i'm|we're|i am|we are|im|i've|we've)(?: (?:all|quite|pretty much))? (?:done|finished|through|ready to (?:finish|stop))(?: (?:here|now|for (?:now|today)|with {INTERVIEW}))*"),
        ]),
        (Kind::Pause, vec![
            r"(?:(?:that|this|it)(?:'s| is|'ll be| will be| was|s)? )?(?:enough|all|it|plenty)(?: (?:from me|questions))? for (?:today|now|the moment|tonight|one day|this (?:morning|evening|week|time))".to_owned(),
            format!(r"(?:(?:i|we|i'll|we'll)(?: (?:will|can|could|might|have to|need to|must|should|shall|would like to|want to))?(?: have to| need to)? |(?:to )?)(?:come back|be back|continue|go on|carry on|do the rest|answer the rest|pick (?:this|it) up|get back|(?:finish|resume|do) (?:this|it|the rest|here))(?: (?:to you|with (?:this|it|the (?:rest|questions))|this|it|that|the rest|again|here))* {WHEN}(?: {WHEN})?"),
            r"(?:i|we|i've|we've|i'm)(?: (?:have|got|really|have got|need|must|gotta|should|do))*(?: (?:to|gotta|must|should))?(?: really)? (?:go|leave|run|dash|be off|head off|log off|sign off)(?: (?:now|soon|in a (?:minute|moment)|i'm afraid))*".to_owned(),
            r"(?:(?:take|have|need|want|i need|we need|i want|time for) )?(?:a )?(?:(?:short|little|quick|coffee|lunch) )?(?:break|pause)(?: (?:now|here|it|this))*|(?:stop|pause)(?: (?:it|this|here|that|everything|and|there))*(?: (?:and|for))? ?(?:come back|continue|finish|go on|carry on|return|for)? ?(?:later|tomorrow|today|another (?:day|time))".to_owned(),
            r"(?:good ?)?bye(?: (?:bye|then|now))?|see (?:you|ya)(?: (?:later|soon|tomorrow|then|around|next time))?|so long|(?:talk|speak)(?: to you)? (?:later|soon|tomorrow)|good night|until (?:tomorrow|later|next time|then)|take care|(?:gotta|got to|have to|must) (?:go|run|leave|dash)|later then|(?:and )?have a (?:nice|good|great|lovely) (?:day|evening|one|weekend|night)".to_owned(),
            format!(r"(?:come back|continue|go on|(?:finish|resume|do) (?:this|it|the rest|here)|pick (?:it|this) up)(?: with)?(?: (?:this|it|here|the rest))*(?: again)?(?: {WHEN})+"),
        ]),
        (Kind::Later, super::later::patterns()),
        (Kind::Back, vec![
            r"(?:go|going|get|move|jump|step|take me|scroll)? ?back(?: up)?(?: (?:one|a|to the))?(?: (?:step|question|previous|last|earlier|one|before|question before|one before|last one|last question|previous one|previous question))*".to_owned(),
            r"(?:(?:the|my|your|to the|return to the|see the|show(?: me)? the|answer the|change the) )?(?:previous|last|earlier|prior) (?:question|step)(?: again)?|(?:the |my |your )?previous(?: one)?(?: again)?|(?:the )?(?:one|question) before(?: (?:that|this))?".to_owned(),
        ]),
        (Kind::Told, vec![
            format!(r"{SAID}(?: you)?(?: (?:that|this|it|so|them|this one|that one|all (?:that|this)|about (?:that|this|it)))?(?: {BEFORE})+"),
            format!(r"(?:i|we|i've|we've)(?: just| already)* {SAID}(?: to)?(?: you)?(?: (?:that|this|it|so))?(?: {BEFORE})*"),
            format!(r"(?:you|you've|you have)(?: (?:should|already|just|do|ought to|must|could))* (?:know|asked?|heard?|have|had|got)(?: me)?(?: (?:that|this|it|the answer|this one|this question|that question))*(?: {BEFORE})*"),
            format!(r"(?:it's |that's )?(?:the )?same (?:as|answer as|like) (?:i said|before|above|earlier|last time|the (?:last|previous) (?:one|question|time)|i told you)(?: {BEFORE})*|see above|as above|as before|same answer|same again|same thing again|asked and answered|(?:as|like)(?: (?:i|we)(?:'ve| have)?)?(?: already| just)? {SAID}(?: you)?(?: {BEFORE})*"),
            r"(?:stop|quit) asking(?: me)?(?: (?:that|this|it|the same(?: (?:question|thing))?|about (?:that|this|it)))?(?: (?:again|over and over))*|why (?:do|are) you(?: keep| always)? ask(?:ing)?(?: me)?(?: (?:that|this|it|the same(?: (?:question|thing))?))? (?:again|twice)|why do you keep asking(?: me)?(?: (?:that|this|it|the same(?: (?:question|thing))?))?|(?:didn'?t|haven'?t) (?:i|we)(?: just| already)* (?:say|said|tell|told|answer|answered|mention|mentioned)(?: you)?(?: (?:that|it|so|this))?(?: (?:already|before|earlier))*|(?:that|this|not)(?: question)? again|again with (?:that|this)(?: question)?|how (?:often|many times)(?: (?:do|must|should|shall|have) (?:i|we))?(?: (?:have to|need to|got to))?(?: (?:say|tell|told|said|answer|repeat|answered|repeated))(?: you)?(?: (?:that|this|it|myself))?".to_owned(),
        ]),
        (Kind::Next, vec![
            r"next(?: (?:one|question|topic|item|thing|point))?|(?:move|go|jump|on|skip)(?: (?:on|ahead|over))?(?: to)?(?: the)? next(?: (?:one|question|topic|item|thing|point))?|(?:move|get|moving) on|skip ahead|another question|ask(?: me)? (?:something else|another(?: (?:one|question))?|the next(?: (?:one|question))?)".to_owned(),
        ]),
        (Kind::AskSomebodyElse, vec![
            r"(?:only )?(?:my|our|the) [a-z]+(?: [a-z]+)?(?: (?:would|will|should|might|probably|only|alone|certainly))* knows(?: (?:that|it|this|them|those|better|more|all (?:that|this)|about (?:that|it|this)|(?:that|those|the|these) (?:numbers?|figures?|details?)))?(?: (?:but )?(?:i|we) (?:don't|do not|dont|wouldn't|can't say))?(?: (?:better|not me|not i))*".to_owned(),
            r"(?:you'd|you would|you|i'd|i would|we'd|i|we|you'll)(?: (?:have|need|must|should|could|can|had|better|will|would))*(?: to)? (?:ask|check with|talk to|speak to|consult)(?: with)? (?:my|our|the|somebody in|someone in) [a-z]+(?: [a-z]+)?(?: (?:about|for) (?:that|it|this))?(?: first)?|ask (?:my|our) [a-z]+(?: [a-z]+)?(?: (?:about|for) (?:that|it|this))?|(?:that's|that is|it's|thats) (?:a question|something|one) for (?:my|our|the) [a-z]+(?: [a-z]+)?|(?:that|it) (?:is|would be)(?: rather)? (?:my|our) [a-z]+(?:'s| [a-z]+'s) (?:job|business|department|area)".to_owned(),
        ]),
        (Kind::AskSomebodyElse, some(&[r"i (?:really |honestly )?(?:can'?t|cannot|couldn'?t)(?: really| quite)? (?:tell|say)(?: you)?(?: (?:that|it|yet))?|can'?t (?:tell|say)"])),
        (Kind::Wait, some(&[
            r"(?:let me |i have to |i need to |i must )?(?:think|see)(?: (?:about|over))?(?: (?:that|it|this))?(?: for)?(?: (?:a|one))?(?: (?:moment|second|minute|sec|bit|while))?",
            r"(?:(?:just|wait|give me|gimme|only) )*(?:a|one|half a)(?: (?:short|quick|little))? (?:moment|second|minute|sec|tick)|hold on|hang on|wait(?: up)?|hm+|um+|uh+|er+|(?:i'm|i am|still|i'm still) thinking|thinking|(?:that's |that is )?(?:a |an )?(?:very )?(?:good|interesting|tough|hard|difficult|tricky) (?:question|one)|(?:(?:that's|that is|it's) )?(?:(?:very|quite|rather|a bit) )?tricky|bear with me|where do i begin|where to begin|where to start",
        ])),
        (Kind::Hello, vec![format!(
            r"(?:{hello}|good day)(?: (?:there|again|everybody|everyone|you))*|(?:is )?any(?:body|one)(?: (?:there|here|home))|are you(?: still)? (?:there|here|listening|online)|you there",
        )]),
        (Kind::Complaint, some(&[
            r"(?:this|that|it)(?:'s| is| feels| gets| seems|s)?(?: (?:so|really|very|all|just|a bit|getting|rather|too))* (?:stupid|silly|annoying|boring|ridiculous|a waste of (?:my )?time|pointless|useless|tedious|exhausting|frustrating)|(?:this|that|it)(?:'s| is) taking (?:too long|forever|ages)|(?:so|too) many questions",
        ])),
        (Kind::LeaveIt, some(&[r"forget (?:it|about it)|leave (?:it|that|this)(?: (?:open|blank|empty|out))*|drop it|let it be|let's leave it|no answer|i won'?t answer(?: (?:that|this))?"])),
        (Kind::No, some(&[r"no|nope|nah|not (?:quite|really|entirely|all of it)|(?:that's|that is|this is|it's)(?: all)? (?:wrong|not right|not correct|not true|incorrect)|wrong|incorrect|something(?:'s| is) wrong"])),
    ];
    all.extend(super::addressed::patterns());
    all
}

static WHOLE: LazyLock<Vec<(Kind, Regex)>> = LazyLock::new(|| {
    let made = patterns().into_iter().filter_map(|(kind, all)| {
        let one = Regex::new(&format!("^{LEAD}{WRAP}(?:{}){TAIL}$", all.join("|")));
        one.ok().map(|one| (kind, one))
    });
    made.collect()
});

/// What a whole sentence does, where it is said to the interviewer; the first that fits.
pub(super) fn whole(sentence: &str) -> Option<Kind> {
    WHOLE.iter().find(|(_, pattern)| pattern.is_match(sentence)).map(|(kind, _)| *kind)
}

/// "Agent" alone asks for one, or names one.
pub(super) fn names_somebody(sentence: &str) -> bool {
    matches!(sentence, "agent" | "operator" | "representative")
}

/// A beginning of a sentence that is said to the interviewer, with what is meant after it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Opening {
    /// "Scratch that, …": what comes puts the last answer right.
    Undo,
    /// "As I said, …"
    Told,
    /// "You got my industry wrong, …", "my goal is wrong": by its name.
    Wrong(String),
    /// "Change my goal to …"
    Change(String),
    /// "Go back to the goal", "I want to change my industry".
    Back(String),
}

const NAME: &str = r"(?:the |my |our |your |this |that )?(?:question (?:about |of |on )(?:the |my |our )?)?(?P<n>[a-z0-9'-]+(?: [a-z0-9'-]+){0,4}?)";

static OPENINGS: LazyLock<Vec<(&'static str, Regex)>> = LazyLock::new(|| {
    let wrong = r"(?:(?:all|completely|totally|a bit|quite|slightly) )*(?:wrong|incorrect|not right|not correct|not true|false|mistaken|off)";
    let all = [
        (
            "undo",
            format!(
                r"^{LEAD}(?:{ERASE} (?:that|this)(?: (?:last )?(?:one|answer|bit))?|{ERASE} (?:the|my) last (?:one|answer|thing)|{ERASE} what i(?: just)? said|forget it|i take (?:that|it) back|take that back|no wait(?: a (?:moment|minute|second))?|that was (?:wrong|a mistake)|i (?:misspoke|mixed that up|mixed it up|made a mistake)|my (?:mistake|bad|error|fault)|correction)"
            ),
        ),
        (
            "told",
            format!(
                r"^{LEAD}(?:(?:as|like)(?: (?:i|we)(?:'ve| have)?)?(?: already| just)? {SAID}(?: you)?(?: {BEFORE})*|(?:i|we|i've|we've|i have)(?: already| just)* {SAID}(?: you)?(?: (?:that|this|it))?(?: {BEFORE})*|same as (?:before|above|i said))"
            ),
        ),
        (
            "wrong",
            format!(
                r"^{LEAD}(?:you|you've|you have|i|i've|we|we've)(?: (?:got|have|had|took|take|misunderstood|misread|misheard|noted|wrote|put|gave|misheard))+(?: down)? {NAME}(?: {wrong})$"
            ),
        ),
        ("wrong", format!(r"^{LEAD}{NAME}(?: (?:is|was|are|were|isn'?t|looks|seems|sounds))(?: {wrong}| right| correct)$")),
        ("wrong", format!(r"^{LEAD}(?:you|you've) (?:misunderstood|misread|misheard|got wrong) {NAME}$")),
        ("wrong", format!(r"^{LEAD}(?:i|we) (?:was|were) wrong about {NAME}$")),
        ("back", format!(r"^{LEAD}i(?:'ve| have)? (?:changed my mind|made a mistake|was wrong) (?:about|on|with|in) {NAME}$")),
        ("change", format!(r"^{LEAD}{WRAP}(?:change|set|correct|update|switch|put) {NAME}(?: back)? (?:to|into)$")),
        (
            "back",
            format!(
                r"^{LEAD}{WRAP}(?:(?:go|come|get|jump|return|switch|move|going)? ?back to|return to|revisit|redo|reopen|look at|see|change|edit|correct|fix|talk (?:again )?about|discuss|repeat|answer) {NAME}(?: (?:again|once more|question|part|answer|please|now|for a (?:moment|second)))*$"
            ),
        ),
    ];
    all.into_iter().filter_map(|(kind, pattern)| Regex::new(&pattern).ok().map(|one| (kind, one))).collect()
});

/// How these first words of a sentence, up to a mark, begin it.
pub(super) fn opening(words: &str) -> Option<Opening> {
    OPENINGS.iter().find_map(|(kind, pattern)| {
        let found = pattern.captures(words)?;
        let all = found.get(0).is_some_and(|all| all.end() == words.len());
        let name = || found.name("n").map(|name| name.as_str().to_owned());
        match *kind {
            _ if !all => None,
            "undo" => Some(Opening::Undo),
            "told" => Some(Opening::Told),
            "wrong" if words.ends_with(" right") || words.ends_with(" correct") => {
                let denied = ["isn't", "isnt", "not right", "not correct"].iter().any(|no| words.contains(no));
                name().filter(|_| denied).map(Opening::Wrong)
            }
            "wrong" => name().map(Opening::Wrong),
            "change" => name().map(Opening::Change),
            _ => name().map(Opening::Back),
        }
    })
}

/// "Who wouldn't want that?", "honestly?": asked of nobody where something follows.
pub(super) fn is_rhetorical(sentence: &str) -> bool {
    static ASKED: LazyLock<Option<Regex>> = LazyLock::new(|| {
        Regex::new(r"^(?:(?:so|and|well|oh|but) )*(?:honestly|seriously|really|frankly|truthfully|guess what|you know(?: what)?|the truth|true|well|me|us|to be honest|(?:who|what|which|why|where|how) (?:wouldn'?t|doesn'?t|isn'?t|aren'?t|don'?t|would not|does not|else|do (?:we|i)|are (?:we|they)|am i|would (?:we|i)|can (?:we|i))\b.*)$").ok()
    });
    !sentence.contains("you ") && !sentence.ends_with("you") && ASKED.as_ref().is_some_and(|asked| asked.is_match(sentence))
        || matches!(sentence, "you know" | "you know what")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_pattern_can_be_read() {
        assert_eq!(WHOLE.len(), patterns().len());
        assert_eq!(OPENINGS.len(), 9);
        assert!(is_rhetorical("honestly") && !is_rhetorical("what do you mean"));
    }
}
