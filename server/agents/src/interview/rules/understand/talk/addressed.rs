//! What is said to the interviewer or about the interview: insults, refusals, wishes that nobody here can fulfil, and words that
//! only fill a pause. A word that may as well name a thing counts only together with "you", "your" or the question.

use super::phrases::Kind;

const INSULT: &str = r"(?:idiots?|idiotic|morons?|moronic|stupid|dumb|useless|incompetent|imbeciles?|cretins?|fools?|clowns?|pathetic|rubbish|crap|garbage|trash|a joke|annoying|boring|worthless|hopeless|terrible|awful|silly|ridiculous|pointless)";
const SWEARS: &str = r"(?:bloody|damn|damned|stupid|fucking|silly|annoying|useless|dumb|endless|same old)";
const ASKED: &str = r"(?:questions?|forms?|surveys?|questionnaires?|interviews?|chat ?bots?|bots?|robots?|machines?|computers?)";

pub(super) fn patterns() -> Vec<(Kind, Vec<String>)> {
    vec![
        (Kind::Complaint, vec![
            format!(r"(?:(?:just|joy|super|lovely|wonderful|brilliant|fantastic) )*(?:(?:yet |not )?another|what a)(?: [a-z]+){{0,2}} (?:chat ?bot|bot)|(?:another|what a|this|these|that|those)(?: {SWEARS})+ (?:{ASKED}|thing|program|app)|{SWEARS} (?:chat ?bot|bot|robot|machine|questions?)"),
            format!(r"i(?: really| just| do)? (?:hate|dislike|can'?t stand|don'?t (?:like|trust|want)|do not (?:like|trust|want)|can'?t trust)(?: (?:filling (?:in|out)|answering|doing|talking to|to (?:answer|do|talk to)))?(?: (?:any of|all|all of))?(?: (?:(?:this|that|these|those|your|the)(?: [a-z]+)? {ASKED}|you(?: (?:at all|one bit))?|(?:chat ?)?bots))"),
            format!(r"(?:this|that|the|your|these|those) questions? (?:is|are|was|sounds?|seems?)(?: [a-z]+){{0,2}} {INSULT}|(?:that'?s|that is|this is|it'?s|what)(?: (?:such|quite|rather|a|an|very|really))* {INSULT} (?:question|thing to ask)|{INSULT} question"),
            format!(r"you(?:'re| are| r)(?: [a-z]+){{0,3}} {INSULT}(?: [a-z]+){{0,2}}|your (?:questions?|[a-z]+ questions?|manners?|wording|software|program)(?: (?:is|are))?(?: [a-z]+){{0,2}} {INSULT}|(?:[a-z]+ ){{0,2}}{INSULT} (?:like|as|such as) you(?: .*)?|(?:you(?:'re| are)? )(?:just |only )?wast(?:e|ing) (?:my|our) time|what a waste of time|who do you think you are"),
            r"you(?:'re| are)(?: (?:just|only|nothing but|clearly|obviously))? an? (?:[a-z]+ )?(?:robot|bot|chat ?bot|machine|computer|program|ai|script)(?: .*)?|you (?:just |really |simply |clearly )?(?:wouldn'?t|don'?t|can'?t|won'?t|couldn'?t|do not|cannot|never) (?:even |really )?(?:understand|get it|get me|listen|care)(?: (?:me|us|it|that|this|at all|anything|a thing|to me))*".to_owned(),
        ]),
        (Kind::LeaveIt, vec![
            r"(?:(?:that|this|it)(?:'s| is) )?(?:not|none of|no)(?: any of)? (?:your|ur)(?: [a-z]+)? (?:business|concern)|mind your own(?: [a-z]+)? business".to_owned(),
            r"(?:that|this|it)(?:'s| is)(?: (?:too|very|rather|quite|really|a bit|strictly|highly))* (?:personal|private|confidential|secret|classified)(?: information)?|why should i(?: tell you)?(?: (?:that|this|it))?".to_owned(),
            r"i (?:won'?t|will not|refuse to|am not going to|don'?t (?:want|have|wish|like|need) to|do not (?:want|wish) to|would rather not) (?:tell|say|answer|share|disclose|reveal|discuss)(?: (?:you|it|that|this|with you|the question|that one))*".to_owned(),
        ]),
        (Kind::Pause, vec![
            r"save(?: (?:it|this|that|everything|my answers))?,? and (?:exit|quit|close|leave|stop|continue later|come back.*)|(?:log|sign) (?:me )?(?:out|off)".to_owned(),
        ]),
        (Kind::Back, vec![
            r"redo|i(?:'ve| have)? (?:made|make) (?:a|an|some) (?:mistakes?|errors?|typos?)(?: (?:before|earlier|there|somewhere|above|just now))?|i(?:'ve| have)? changed my mind".to_owned(),
        ]),
        (Kind::Help, vec![
            r"help(?: me)?(?: (?:out|with (?:that|this|it)))?|(?:i|we) need (?:some |a little )?help(?: (?:here|with (?:that|this|it)))?".to_owned(),
        ]),
        (Kind::Repeat, vec![
            r"(?:(?:speak|talk|write|use|say it|ask|in)(?: in)? )?(?:(?:more|a bit|a little|please) )*(?:simple|simpler|plain|plainer|easier|short|shorter|fewer|normal)(?: (?:words?|english|language|sentences?|terms?))|(?:speak|talk|go)(?: (?:more|a bit|a little))* (?:slower|slowly|simpler|simply|clearly|plainly|english)|be (?:brief|clear|clearer|shorter)".to_owned(),
        ]),
        (Kind::Beyond, vec![
            r"(?:start|begin)(?: (?:it|this|all|everything|the interview))?(?: all)? (?:again|over|anew|afresh|from (?:the )?(?:beginning|start|scratch|top))(?: again)?|restart(?: (?:it|this|everything))?|reset(?: (?:it|this|everything))?|(?:clear|delete|erase|wipe|remove) (?:all|everything|it all|all of it|my answers|the whole thing)|from the (?:top|beginning|start)".to_owned(),
            r"(?:talk|speak|chat|write)(?: to| with)(?: (?:a|an|the|some|another|your))?(?: (?:real|human|live|actual))* (?:person|human|human being|somebody(?: real)?|someone(?: real)?|agent|representative|operator|supervisor|manager|support|staff)|(?:(?:real|live|human) )?(?:agent|operator|representative)".to_owned(),
            r"(?:e-?mail|send|mail|text|print|export|download|forward)(?: me| us)? (?:this|it|that|everything|a copy|the (?:results?|answers|transcript|conversation|interview))(?: (?:to (?:me|us)|by (?:e-?mail|mail|post)|as (?:a )?(?:pdf|file)))*|save(?: (?:it|this|that|everything|my answers))?".to_owned(),
        ]),
        (Kind::Close, vec![
            r"(?:(?:that|it|this)(?:'s| is|s) )?(?:about |roughly |basically |pretty much |more or less )*(?:fair|close|near|good) enough|(?:(?:that|it)(?:'s| is) )?(?:pretty much|basically|roughly|more or less|about)(?: (?:so|it|right|correct|that))|(?:that|it)(?:'ll| will| would) do|pretty much|something like that|along those lines|you could say (?:that|so)|as good as any".to_owned(),
        ]),
        (Kind::Filler, vec![
            r"i see|i understand|understood|(?:(?:that'?s|that is|how|very|so|quite|really) )*(?:interesting|fascinating|thrilling|hilarious)|(?:that'?s|that is|how|very|so)(?: (?:very|so|really))* (?:original|exciting|funny|impressive|clever|charming|kind|sweet|nice|lovely|great)|good (?:point|to know|one)|fair (?:enough|point)|(?:(?:that|it) )?makes sense|got it|gotcha|point taken|noted|oh well|(?:true|so) enough".to_owned(),
            r"test(?: test)*|(?:blah|bla|yada)(?: (?:blah|bla|yada))*|whatever you say|if you say so|you tell me|(?:take|have) a (?:wild |good )?guess|take a wild one|figure it out(?: yourself)?|read my mind|(?:wow|ooh|ugh|meh|sigh|yawn|duh|gosh|phew|jeez|blimey|yay|hooray|ha|haha|wow wow)".to_owned(),
        ]),
    ]
}
