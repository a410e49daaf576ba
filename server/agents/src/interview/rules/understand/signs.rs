//! Phrases that say what a person does with a message, rather than what is the case.

use super::{
    greetings,
    text::{Mood, Shape, Text},
};
use aho_corasick::{AhoCorasick, MatchKind};
use std::{ops::Range, sync::LazyLock};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Sign {
    Yes,
    /// Likes what was offered.
    Likes,
    No,
    /// "That's wrong."
    Wrong,
    /// "Actually", "instead", "I changed my mind".
    Change,
    /// "Anything else?", "show me another".
    Others,
    Skip,
    Defer,
    DontKnow,
    /// "No preference", "any will do".
    AnyWillDo,
    Withdraw,
    Why,
    Meaning,
    Examples,
    Research,
    Back,
    /// "Let's start."
    Ready,
    Done,
    Greeting,
    Thanks,
    SmallTalk,
    Abuse,
    Hedge,
    Vague,
}

#[rustfmt::skip]
const PHRASES: &[(Sign, &[&str])] = &[
    (Sign::Yes, &["yes", "yeah", "yep", "yup", "yea", "sure", "sure thing", "of course", "absolutely", "definitely", "certainly", "correct", "that's correct",
        "that is correct", "that's right", "that is right", "you are correct", "you're correct", "right", "exactly", "indeed", "you got it", "you got everything", "please do", "go ahead", "i confirm",
        "confirmed", "i agree", "agreed", "affirmative", "all correct", "yes please", "i do", "i would", "it is", "do it", "that's it", "true", "spot on", "looks right", "looks correct", "looks good", "you've got it", "i believe so", "i think so", "i guess so", "i suppose so"]),
    (Sign::Likes, &["sounds good", "sound good", "sounds great", "sounds perfect", "sounds fine", "sounds excellent", "sounds nice", "sounds lovely", "sounds like a plan", "sounds interesting", "sounds wonderful", "sounds amazing", "sounds awesome", "that works", "that'll work", "that will work", "works for me", "works great",
        "perfect", "great", "good", "fine", "is fine", "that's fine", "that is fine", "excellent", "awesome", "wonderful", "fantastic", "amazing", "lovely", "cool", "nice", "i like it", "i like that", "i love it", "i love that", "love it", "like it", "i'll take it",
        "i will take it", "that's good", "that is good", "that's great", "that is great", "good choice", "good one", "suits me", "that's perfect", "that is perfect", "that one", "book it", "i'll take that", "i'll take those", "i'll take them", "i'll take that one", "i'll take this one", "i'd take that", "i'll have that", "i'll go with that", "i'll go for that", "we'll take it", "we'll take that", "we'll go with that", "let's go with that", "let's go with those", "let's go with it", "let's go with him", "let's go with her", "let's take that", "let's do that", "go with those", "go for it", "then him", "then her", "then that", "then that one", "then those", "rather that", "rather him", "rather her", "sign me up", "that's brilliant", "book her", "book him", "book them", "book that", "i can do that", "i can make that work", "i can make that", "we can do that", "we can make that work", "that suits me", "that suits us", "suits us", "count me in", "it's a deal", "make it so", "i would like that", "i'd like that",
        "ok", "okay", "alright", "all right", "that will do", "that'll do", "could work", "would work", "might work", "the one", "would be perfect", "would be fine", "would be good", "is good", "will do", "go with that", "go with it", "that's solid", "that would be great", "that would work", "i am happy with", "i'm happy with", "interested in that", "interests me", "the suitable one", "the right one", "a good one", "a good spot", "a good place", "a good choice", "a good option", "a nice place", "a good fit", "work just fine", "works just fine", "do just fine", "what i'm looking for", "what i am looking for", "what i was looking for", "what i want", "what i need", "what i had in mind", "in the mood for", "acceptable", "satisfactory", "suitable", "okay with me", "ok with me", "fine with me", "fine by me", "good with me", "good for me", "good enough", "great for me", "perfect for me", "i'll go for it", "i'm fine with that", "i am fine with that", "i am okay with that", "i'm okay with that", "good to me", "great to me", "works"]),
    (Sign::No, &["no", "nope", "nah", "not really", "no thanks", "no thank you", "negative", "i don't", "i do not", "not right now", "not now", "not yet", "not at the moment", "not interested", "don't want", "not any more", "not anymore", "no longer", "i don't think so", "i think not", "not at all", "definitely not", "absolutely not", "certainly not", "of course not", "surely not", "no way", "by no means"]),
    (Sign::Wrong, &["that's wrong", "that is wrong", "wrong", "incorrect", "not correct", "not right", "that's not right", "that's not it", "not quite", "not what i said", "not exactly", "you misunderstood", "that's not true", "that's not right", "that's not correct", "that is not right", "that is not correct", "that isn't right", "that isn't correct", "isn't right", "isn't correct", "isn't true", "not true", "untrue", "that's false", "false", "inaccurate", "not accurate", "mistaken", "not what i meant", "not what i wanted to say", "i never said", "never said that", "i didn't say", "i did not say", "didn't say that", "i didn't mean that", "i did not mean that", "got that wrong", "you got that wrong", "you got it wrong", "you got this wrong", "you got me wrong", "got it wrong", "got this wrong", "got me wrong", "you misheard", "misheard", "misread", "you misread"]),
    (Sign::Change, &["actually", "instead", "changed my mind", "change my mind", "rather", "make it", "make that", "change it", "change that", "change the", "change to", "i meant", "i mean", "sorry", "my mistake", "correction", "wait", "on second thought", "scratch that", "let's change", "let me change", "let's make it", "switch to", "better yet"]),
    (Sign::Others, &["anything else", "what else", "something else", "another one", "any other", "some other", "other options", "other option", "other choices", "any others", "different one", "alternatives", "alternative", "find another", "find me another", "show me another", "is there another", "are there other", "are there any other", "something different", "others", "not interested", "don't like", "do not like", "look for another", "more options", "other ones"]),
    (Sign::Skip, &["keep that to myself", "keep it to myself", "keep this to myself", "don't want to tell", "don't want to say", "do not want to say", "none of your business", "that's private", "that is private", "that's confidential", "that is confidential", "rather not tell", "skip", "skip it", "skip this", "skip that", "doesn't apply", "does not apply", "not applicable", "n/a", "next question", "move on", "let's move on", "pass on this", "i'd rather not say", "rather not answer", "prefer not to say", "prefer not to answer", "not relevant", "irrelevant", "pass", "no comment"]),
    (Sign::Defer, &["maybe later", "talk about that later", "talk about this later", "talk about it later", "do it later", "come back later", "later please", "later on please", "do this later", "do that later", "answer that later", "answer this later", "discuss this later", "not now", "come back to", "get back to", "another time", "some other time", "remind me", "ask me later", "ask again later", "park that", "park this", "not ready to", "hold off", "revisit", "let me think about", "need to think", "have to check", "need to check", "let me check", "i'll check"]),
    (Sign::DontKnow, &["never thought about it", "never thought about that", "haven't thought about it", "haven't thought about that", "i don't really know", "don't really know", "i do not really know", "not really sure", "i wouldn't know", "do not have that", "don't have that", "do not have the figure", "do not have the figures", "don't have the figure", "don't have the figures", "don't have the numbers", "do not have the numbers", "not at hand", "couldn't say", "could not say", "i don't know", "i do not know", "don't know", "dont know", "do not know", "dunno", "no idea", "not sure", "i'm not sure", "no clue", "haven't decided", "have not decided", "haven't thought", "not decided", "unsure", "can't say", "cannot say", "can't tell", "cannot tell", "hard to say", "i have no idea", "unknown", "not certain", "undecided", "couldn't tell you", "who knows", "idk", "i dunno", "not a clue", "haven't a clue", "don't have a clue", "wouldn't know", "would not know", "can't remember", "cannot remember", "couldn't remember", "don't remember", "do not remember", "don't recall", "can't recall", "search me", "tbd", "to be determined", "to be decided", "beats me"]),
    (Sign::AnyWillDo, &["whenever", "any time", "anytime", "no rush", "no hurry", "no preference", "no preferences", "no strong preference", "no real preference", "don't have a preference", "do not have a preference", "i don't have a preference", "i don't have any preference", "no strong opinion", "i don't care", "i do not care", "i don't mind", "i do not mind", "i don't really care", "i don't really mind", "don't really care", "don't really mind", "couldn't care less", "makes no difference", "all the same to me", "all the same to us", "it's all the same", "up to you", "you choose", "you decide", "your choice", "not fussy", "not picky", "not bothered", "either works", "any works", "any would do", "any would be fine", "all fine", "i'm easy", "surprise me", "i'm flexible", "i am flexible", "we're flexible", "we are flexible", "don't care", "do not care", "doesn't matter", "does not matter", "don't mind", "do not mind", "any is fine", "anything is fine", "any will do", "whatever", "either is fine", "anything works", "any of them", "no particular", "doesn't make a difference", "no problem if", "i am open", "i'm open", "either one", "not particular", "any kind", "any type"]),
    (Sign::Withdraw, &["forget", "forget about", "remove", "delete", "drop the", "take back", "ignore what i said about", "strike", "never mind", "nevermind", "disregard", "scrap", "discard", "clear the", "take that back"]),
    (Sign::Why, &["why you need", "why you ask", "why you want to know", "why you are asking", "why you're asking", "why is this needed", "why is that needed", "why", "why do you ask", "why do you need", "why do you want", "what for", "why is that", "why does that matter", "how is that relevant", "what's that for", "for what reason", "what is that for", "why is this", "how come"]),
    (Sign::Meaning, &["what do you mean", "what does that mean", "what does this mean", "what is meant", "what's meant", "i don't understand", "i do not understand", "don't understand", "don't follow", "can you explain", "could you explain", "please explain", "can you clarify", "could you clarify", "clarify", "define", "not sure what you mean", "what exactly do you mean", "what are you asking", "meaning", "rephrase", "come again", "i don't get it", "what is that supposed to mean", "elaborate"]),
    (Sign::Examples, &["for example", "for instance", "give me an example", "an example", "some examples", "examples", "any examples", "such as what", "like what", "what are my options", "what are the options", "which options", "what options", "what could i say", "what do others say", "what do other people say"]),
    (Sign::Research, &["look that up", "look it up", "look this up", "look up", "research", "research that", "research it", "find out", "google it", "google that", "can you check online", "search online", "search the web", "check the web", "dig into", "investigate", "do some research"]),
    (Sign::Back, &["go back", "previous question", "the question before", "the one before", "back up", "last question", "back to the previous", "step back", "one step back", "return to the previous"]),
    (Sign::Done, &["covered everything", "that covers it", "that covers everything", "that's about it", "that is about it", "nothing to add", "nothing further", "that's all", "that is all", "that's everything", "that is everything", "that's it for now", "i'm done", "i am done", "we're done", "we are done", "let's finish", "let's wrap up", "wrap up", "wrap it up", "nothing else", "nothing more", "no more questions", "that will be all", "that'll be all", "that would be all", "finish here", "stop here", "end the interview", "end this", "i'm finished", "i am finished", "i think we're done", "let's stop", "all set", "goodbye", "good bye", "bye", "see you"]),
    (Sign::Thanks, &["thanks", "thank you", "thx", "ty", "cheers", "much appreciated", "appreciate it", "i appreciate", "many thanks", "thanks a lot", "thank you so much", "grateful"]),
    (Sign::SmallTalk, &["give me a second", "give me a minute", "give me a moment", "one moment please", "just a second", "just a moment", "just a minute", "hold on", "hang on", "bear with me", "let me get", "let me grab", "before i answer", "before we start", "before we begin", "before we go on", "pleased to assist", "pleased to help", "happy to assist", "happy to help", "glad to help", "glad to assist", "happy to answer", "pleased to answer", "pleased to meet you", "lovely to meet you", "good to meet you", "great to meet you", "for having me", "for your time", "for asking me", "glad to be here", "thanks for having me", "looking forward to this", "so many questions", "too many questions", "lot of questions", "how are you", "how are you doing", "how's it going", "how is it going", "what's up", "nice to meet you", "nice weather", "how was your day", "how do you do", "have a nice day", "have a good day", "are you a robot", "are you human", "are you a bot", "are you real", "who are you", "what's your name", "what is your name", "tell me a joke", "lol", "haha", "hahaha", "hehe", "lmao", "rofl", "xd"]),
    (Sign::Ready, &["let's start", "let's go", "let's begin", "let's get started", "let us begin", "i'm ready", "i am ready", "we're ready", "ready when you are", "ready", "fire away", "let's do this", "shoot"]),
    (Sign::Abuse, &["you are so annoying", "you're so annoying", "you are annoying", "you're annoying", "so annoying", "fuck", "fuck you", "fuck off", "fucking", "shit", "bullshit", "asshole", "bitch", "bastard", "idiot", "you idiot", "moron", "stupid bot", "you stupid", "stupid machine", "dumb bot", "you're stupid", "you are stupid", "you're useless", "you are useless", "useless bot", "shut up", "go to hell", "screw you", "piss off", "dumbass", "retard", "you suck", "cunt", "dickhead", "wanker", "i hate you", "kill yourself"]),
    (Sign::Hedge, &["i think", "i guess", "maybe", "perhaps", "probably", "possibly", "i suppose", "about", "around", "roughly", "approximately", "more or less", "something like", "kind of", "sort of", "i believe", "might", "could be", "likely", "presumably", "or so", "ish", "give or take", "ballpark", "somewhere between", "not entirely sure", "not quite sure", "not 100% sure", "if i remember", "tentatively", "as far as i know", "i'd say", "i would say", "i'd guess", "i would guess", "leaning towards", "leaning toward", "off the top of my head", "don't quote me", "do not quote me", "at a guess", "from memory", "if memory serves", "i'd imagine", "i imagine", "or thereabouts"]),
    (Sign::Vague, &["it depends", "depends", "some", "a few", "several", "various", "many", "a lot", "lots", "stuff", "things", "whatever", "something", "anything", "a bit", "a couple", "quite a few", "all sorts", "all kinds", "this and that", "et cetera", "not much", "hard to say", "varies", "yes and no", "yes or no", "both yes and no"]),
];

static FINDER: LazyLock<Option<(AhoCorasick, Vec<Sign>)>> = LazyLock::new(|| {
    let phrases = PHRASES.iter().flat_map(|(sign, phrases)| phrases.iter().map(move |phrase| (*sign, *phrase)));
    let (signs, phrases): (Vec<Sign>, Vec<&str>) =
        phrases.chain(greetings::list_whole().map(|greeting| (Sign::Greeting, greeting))).unzip();
    AhoCorasick::builder().match_kind(MatchKind::Standard).build(phrases).ok().map(|finder| (finder, signs))
});

/// The most phrases that are looked at.
const MOST: usize = 400;

/// A phrase inside an address, a path or a name joined by hyphens ("www.true-facts.example") is not said by anybody.
fn stands_alone(text: &str, start: usize, end: usize) -> bool {
    let joins = |c: char| matches!(c, '-' | '.' | '/' | '\\' | '_' | '@');
    let joined = |mut outward: std::iter::Take<&mut dyn Iterator<Item = char>>| {
        outward.next().is_some_and(joins) && outward.next().is_some_and(char::is_alphanumeric)
    };
    let before: &mut dyn Iterator<Item = char> = &mut text[..start].chars().rev();
    let after: &mut dyn Iterator<Item = char> = &mut text[end..].chars();
    !joined(before.take(2)) && !joined(after.take(2))
}

/// What was found where, as word indexes, from left to right.
#[derive(Debug, Default)]
pub(super) struct Signs(pub(super) Vec<(Sign, Range<usize>)>);

impl Signs {
    pub(super) fn of(text: &Text<'_>) -> Self {
        let Some((finder, signs)) = FINDER.as_ref() else { return Self::default() };
        let mut found: Vec<(Sign, Range<usize>)> = Vec::new();
        for hit in finder.find_overlapping_iter(&text.low) {
            if found.len() >= MOST {
                break;
            }
            let first = text.words.partition_point(|word| word.start < hit.start());
            let last = text.words.partition_point(|word| word.end < hit.end());
            if !stands_alone(&text.low, hit.start(), hit.end()) {
                continue;
            }
            if text.words.get(first).is_some_and(|word| word.start == hit.start())
                && text.words.get(last).is_some_and(|word| word.end == hit.end())
            {
                found.push((signs[hit.pattern().as_usize()], first..last + 1));
            }
        }
        // Of two phrases that overlap, the longer one was meant.
        let longest = found.clone();
        found.retain(|(_, words)| {
            !longest.iter().any(|(_, other)| other.start <= words.start && other.end >= words.end && other.len() > words.len())
        });
        found.sort_by_key(|(_, words)| words.start);
        Self(found)
    }

    pub(super) fn has(&self, sign: Sign) -> bool {
        self.0.iter().any(|(known, _)| *known == sign)
    }

    pub(super) fn find(&self, sign: Sign) -> impl Iterator<Item = &Range<usize>> {
        self.0.iter().filter(move |(known, _)| *known == sign).map(|(_, words)| words)
    }

    pub(super) fn within(&self, sign: Sign, words: &Range<usize>) -> bool {
        self.find(sign).any(|at| at.start >= words.start && at.end <= words.end)
    }

    /// The person says yes to what was said to them: at the beginning of a sentence, or as a judgement that fills one.
    pub(super) fn yes(&self, text: &Text<'_>) -> bool {
        let says = |words: &Range<usize>| !wants(text, words) && (leads(text, words) || judges(text, words));
        !self.no(text) && (self.find(Sign::Yes).any(says) || self.likes(text))
    }

    /// The person likes what was offered.
    pub(super) fn likes(&self, text: &Text<'_>) -> bool {
        self.find(Sign::Likes)
            .any(|words| !negated(text, words.start) && !tells(text, words) && (leads(text, words) || judges(text, words)))
    }

    /// The person says no to what was said to them.
    pub(super) fn no(&self, text: &Text<'_>) -> bool {
        self.find(Sign::No).any(|words| leads(text, words))
            || self.find(Sign::Wrong).any(|words| leads(text, words) || judges(text, words))
    }
}

/// Words around a yes, a no or a doubt that add nothing to it: who speaks, what is pointed at, how much it is so.
const AROUND_MOVES: &[&str] = &[
    "i", "i'm", "you", "you've", "we", "it", "it's", "its", "that", "that's", "thats", "this", "they", "is", "are", "was",
    "were", "be", "am", "has", "have", "had", "do", "does", "did", "of", "them", "these", "those", "one", "ones", "both", "all",
    "at", "the", "a", "not", "never", "isn't", "wasn't", "aren't", "weren't", "don't", "doesn't", "didn't", "said", "say",
    "meant", "mean", "what", "so", "quite", "really", "entirely", "completely", "totally", "absolutely", "exactly", "very",
    "just", "simply", "still", "again", "either", "too", "also", "or", "and", "but", "well", "sorry", "hmm", "um", "uh", "oh",
    "ah", "er", "please", "answer", "value", "part", "bit", "here", "there", "wrong", "right", "correct", "true", "actually",
    "honestly", "afraid", "got",
];

/// Words that say yes, no, wrong or perhaps and nothing besides: what is done, not what is the case.
pub(super) fn is_only_a_move(text: &Text<'_>, signs: &Signs, words: &Range<usize>) -> bool {
    let moves = [
        Sign::Yes,
        Sign::Likes,
        Sign::No,
        Sign::Wrong,
        Sign::Change,
        Sign::Hedge,
        Sign::Vague,
        Sign::DontKnow,
        Sign::Skip,
        Sign::Defer,
        Sign::Thanks,
        Sign::Greeting,
        Sign::Done,
    ];
    let signed = |at: usize| signs.0.iter().any(|(sign, found)| moves.contains(sign) && found.contains(&at));
    words.clone().any(signed) && words.clone().all(|at| text.is_mark(at) || signed(at) || AROUND_MOVES.contains(&text.word(at)))
}

/// "I would" is a yes; "I would like a table" says what is wanted.
fn wants(text: &Text<'_>, words: &Range<usize>) -> bool {
    text.reads(words.start, &["i", "would"])
        && matches!(text.word(words.end), "like" | "love" | "prefer" | "want" | "need" | "rather")
}

/// "What I want is a bakery", "a good place to start": something is told, and nothing agreed to.
fn tells(text: &Text<'_>, words: &Range<usize>) -> bool {
    let begins = matches!(text.word(words.start), "what" | "a" | "the" | "in" | "suitable" | "acceptable" | "satisfactory")
        && !text.reads(words.start, &["the", "one"]);
    begins && text.sentence_of(words.start).is_none_or(|sentence| !ends(text, words, &sentence.words))
}

/// It is the first thing a sentence says.
fn leads(text: &Text<'_>, words: &Range<usize>) -> bool {
    let Some(sentence) = text.sentence_of(words.start) else { return false };
    let quiet = |at: usize| {
        text.is_mark(at)
            || matches!(
                text.word(at),
                "oh" | "well"
                    | "um"
                    | "uh"
                    | "hmm"
                    | "ok"
                    | "okay"
                    | "and"
                    | "so"
                    | "thanks"
                    | "no"
                    | "sorry"
                    | "ah"
                    | "hey"
                    | "but"
                    | "great"
            )
    };
    let only = text.word(words.end) == ","
        || text.is_mark(words.end)
        || words.end >= sentence.words.end
        || !matches!(text.word(words.start), "good" | "great" | "fine" | "perfect" | "nice" | "right" | "true" | "cool");
    (sentence.words.start..words.start).all(quiet) && only
}

/// Nothing stands behind it in its sentence, or only for whom it is so.
fn ends(text: &Text<'_>, words: &Range<usize>, sentence: &Range<usize>) -> bool {
    let for_whom = matches!(text.word(words.end), "for" | "to" | "with") && matches!(text.word(words.end + 1), "me" | "us");
    let said = text.word(words.end) == "i" && matches!(text.word(words.end + 1), "think" | "guess" | "believe" | "suppose");
    words.end >= sentence.end || text.is_mark(words.end) || for_whom || said
}

/// "That is perfect", "it's all right": a short sentence that judges.
fn judges(text: &Text<'_>, words: &Range<usize>) -> bool {
    let Some(sentence) = text.sentence_of(words.start) else { return false };
    if sentence.mood == Mood::Question {
        return false;
    }
    let from = (sentence.words.start..words.start)
        .rev()
        .find(|&at| matches!(text.word(at), "," | "."))
        .map_or(sentence.words.start, |at| at + 1);
    let pointer = |at: usize| {
        matches!(
            text.word(at),
            "that"
                | "that's"
                | "this"
                | "it"
                | "it's"
                | "is"
                | "all"
                | "sounds"
                | "sound"
                | "one"
                | "everything"
                | "those"
                | "they"
                | "would"
                | "will"
                | "be"
                | "seems"
                | "looks"
                | "yes"
                | "really"
                | "very"
                | "just"
                | "pretty"
                | "quite"
                | "so"
                | "like"
                | "a"
                | "which"
                | "also"
                | "thats"
                | "the"
                | "ok"
                | "okay"
                | "great"
        )
    };
    // "That flight sounds good", "those details will be fine": a thing that is pointed at.
    let thing = |at: usize| {
        at > from
            && matches!(text.word(from), "that" | "this" | "those" | "these" | "the" | "it")
            && at <= from + 2
            && text.words[at].shape == Shape::Letters
            && (at + 1..=from + 3).any(|at| {
                matches!(
                    text.word(at),
                    "is" | "are"
                        | "will"
                        | "would"
                        | "sounds"
                        | "sound"
                        | "looks"
                        | "look"
                        | "seems"
                        | "seem"
                        | "works"
                        | "suits"
                )
            })
    };
    let also = |at: usize| {
        thing(at)
            || matches!(text.word(at), "work" | "do" | "suitable" | "an" | "are" | "look" | "seem" | "suits" | "i" | "think")
    };
    // "The shop works with two suppliers": whatever is told of a thing judges nothing.
    let mut before = from..words.start;
    before.clone().all(pointer) || ends(text, words, &sentence.words) && before.all(|at| pointer(at) || also(at))
}

/// "Plumbing lol": a laugh beside something that is told, and no small talk.
pub(super) fn is_a_laugh(text: &Text<'_>, words: &Range<usize>) -> bool {
    words.clone().all(|at| LAUGHS.contains(&text.word(at)))
}

pub(super) const LAUGHS: &[&str] = &["lol", "haha", "hahaha", "hehe", "lmao", "rofl", "xd"];

/// A negation stands closely before.
pub(super) fn negated(text: &Text<'_>, at: usize) -> bool {
    (1..=3).any(|back| {
        at.checked_sub(back).is_some_and(|before| {
            super::lexicon::NEGATIONS.contains(&text.word(before)) && (before + 1..at).all(|between| !text.is_mark(between))
        })
    })
}
