//! What of a model's proposal the texts prove. Every field is checked; the rules may lower what the model says and never raise it.

use super::{Belief, Proposal};
use crate::companies::rules;
use domain::companies::{
    Candidate, Certainty, FoundText, Gazetteer, Place, Presence, ReadingGoal, Role, Signal, SignalType, Unmarked,
};

pub(super) struct Checked<'c> {
    goal: &'c ReadingGoal,
    texts: &'c [FoundText],
    gazetteer: &'c Gazetteer,
    unmarked: Vec<Unmarked>,
}

impl<'c> Checked<'c> {
    pub(super) fn new(goal: &'c ReadingGoal, texts: &'c [FoundText], gazetteer: &'c Gazetteer) -> Self {
        let unmarked = texts.iter().map(|text| Unmarked::new(&text.text)).collect();
        Self { goal, texts, gazetteer, unmarked }
    }

    /// None where the name or the passage is not in the text to the letter.
    pub(super) fn candidate(&self, proposal: &Proposal) -> Option<Candidate> {
        let name = proposal.name.trim().trim_matches(['"', '“', '”', '\'']);
        let quote = proposal.snippet.trim();
        let number = self.home(proposal.text.checked_sub(1)?, quote)?;
        let (text, unmarked) = (self.texts.get(number)?, self.unmarked.get(number)?);
        if name.is_empty() || !quote.contains(name) {
            return None;
        }
        let snippet = text.text[unmarked.origin(quote)?].to_owned();
        let raw_place = Some(proposal.place.trim()).filter(|place| quote.contains(place)).unwrap_or_default();
        let (place, proof) = self.place(quote, raw_place);
        let mut certainty = proof.min_with(proposal.certainty);
        let (mut role, mut presence) = (proposal.role, proposal.presence);
        match objection(self.goal, self.gazetteer, text, (name, quote), has_empty_line(&snippet)) {
            Some(Objection::Order | Objection::Border) => certainty = Certainty::Unverified,
            Some(Objection::Presence(lower)) if presence.counts() => presence = lower,
            Some(Objection::Role(other)) if role == Role::Tenant => role = other,
            _ => {}
        }
        if role != Role::Tenant && certainty == Certainty::Verified && presence == Presence::Unclear {
            certainty = Certainty::Unverified;
        }
        Some(Candidate {
            name: name.to_owned(),
            raw_place: raw_place.to_owned(),
            place,
            certainty,
            role,
            presence,
            signal: self.signal(proposal, quote, text),
            snippet,
            text: number,
            domain: proposal.domain.clone().filter(|domain| !domain.is_empty() && text.text.contains(domain.as_str())),
            industry: proposal.industry.clone().filter(|words| !words.is_empty() && text.text.contains(words.as_str())),
        })
    }

    /// The model's signal as far as the words of the passage have it; a description whose words the text does not have gives way to
    /// the passage, and days are read by the rules.
    fn signal(&self, proposal: &Proposal, quote: &str, text: &FoundText) -> Signal {
        let found = rules::signals_in(self.goal, self.gazetteer, quote, text.published.as_deref());
        let (kind, most) = provable(proposal.signal.kind, quote, &found);
        let strength = proposal.signal.strength;
        Signal {
            kind,
            #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "between 1 and 5")]
            strength: if strength.is_finite() { (strength.clamp(1.0, 5.0).round() as u8).min(most) } else { 1 },
            description: describe(proposal, quote, text),
            trigger_date: found.into_iter().find_map(|one| one.trigger_date),
        }
    }

    /// The text that has the quote: the named one, or another excerpt of the same page.
    fn home(&self, number: usize, quote: &str) -> Option<usize> {
        let url = &self.texts.get(number)?.url;
        let others = (0..self.texts.len()).filter(|at| self.texts[*at].url == *url);
        std::iter::once(number).chain(others).find(|at| self.unmarked[*at].origin(quote).is_some())
    }

    /// The place that the words name, and how sure that is at most.
    fn place(&self, quote: &str, raw_place: &str) -> (Place, Proof) {
        let wanted = rules::names_target(self.goal, self.gazetteer, quote);
        let named = self.gazetteer.find_near(raw_place, &self.goal.place).into_iter().map(|mention| mention.place);
        let other = named.max_by_key(|place| {
            [&place.country, &place.emirate, &place.city, &place.area].iter().filter(|part| part.is_some()).count()
        });
        let here = rules::names_target(self.goal, self.gazetteer, raw_place);
        match other {
            // Where the area really is: constraints may put it elsewhere.
            Some(other) if here && other.area.is_some() && other.area == self.goal.place.area => (other, Proof::Verified),
            _ if here => (self.goal.place.clone(), Proof::Verified),
            // "headquartered in Dubai" of a passage that also names the wanted area.
            Some(other) => {
                let is_area = other.area.is_some() || self.goal.place.area.is_none();
                (other, if is_area { Proof::Verified } else { Proof::Inferred })
            }
            None if wanted && !raw_place.is_empty() => (self.goal.place.clone(), Proof::Verified),
            None => (Place::default(), Proof::Nothing),
        }
    }
}

/// What the words prove, whatever the model believes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Proof {
    Verified,
    Inferred,
    Nothing,
}

impl Proof {
    const fn min_with(self, belief: Belief) -> Certainty {
        match (self, belief) {
            (Self::Verified, Belief::Verified) => Certainty::Verified,
            (Self::Verified | Self::Inferred, Belief::Verified | Belief::Inferred) => Certainty::Inferred,
            _ => Certainty::Unverified,
        }
    }
}

/// The most characters of a description.
const LONGEST: usize = 240;

/// The kind of signal that the words have, and how strong it is at most. The rules read no other script than the Latin one: there the
/// kind is the model's, and weak.
fn provable(kind: SignalType, quote: &str, found: &[Signal]) -> (SignalType, u8) {
    let own = found.iter().filter(|one| one.kind == kind && kind != SignalType::Presence).map(|one| one.strength).max();
    let letters = || quote.chars().filter(|sign| sign.is_alphabetic());
    let is_readable = letters().filter(char::is_ascii).count() * 2 >= letters().count();
    match own {
        // Another word of the passage may make it stronger.
        Some(strength) => (kind, strength + 1),
        None if is_readable => (SignalType::Presence, 1),
        None => (kind, 1),
    }
}

fn describe(proposal: &Proposal, quote: &str, text: &FoundText) -> String {
    let lower = text.text.to_lowercase();
    let own = proposal.signal.description.trim();
    let telling = |word: &&str| word.chars().count() > 3;
    let proven = own.to_lowercase().split(|sign: char| !sign.is_alphanumeric()).filter(telling).all(|word| lower.contains(word));
    let words = if proven && !own.is_empty() { own } else { quote };
    words.split_whitespace().collect::<Vec<_>>().join(" ").chars().take(LONGEST).collect()
}

/// What the rules have against a model's reading of a company.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Objection {
    /// The text gives orders to whoever reads it, in a sentence of the quote.
    Order,
    /// The passage is of several paragraphs, and the rules see nothing that joins them.
    Border,
    /// It plans, left, or never was there.
    Presence(Presence),
    Role(Role),
}

/// None where the rules agree or cannot tell.
fn objection(
    goal: &ReadingGoal,
    gazetteer: &Gazetteer,
    text: &FoundText,
    (name, quote): (&str, &str),
    has_border: bool,
) -> Option<Objection> {
    let (found, orders) = rules::found_with_orders(goal, gazetteer, text);
    if orders.iter().any(|words| words.contains(name) || quote.contains(words) || words.contains(quote)) {
        return Some(Objection::Order);
    }
    let is_same =
        |candidate: &&Candidate| candidate.name == name || candidate.name.starts_with(name) || name.starts_with(&candidate.name);
    let own = found.iter().find(is_same);
    if has_border && own.is_none_or(|own| own.certainty != Certainty::Verified) {
        return Some(Objection::Border);
    }
    let own = own?;
    let is_gone = matches!(own.presence, Presence::Planned | Presence::Left | Presence::Denied);
    match own.role {
        Role::Tenant if is_gone && is_there(&goal.place, &own.place) => Some(Objection::Presence(own.presence)),
        Role::Tenant | Role::Other => None,
        role => Some(Objection::Role(role)),
    }
}

fn has_empty_line(passage: &str) -> bool {
    passage.trim().lines().any(|line| line.trim().is_empty())
}

/// In the area that is searched for, or in the city where there is none.
fn is_there(wanted: &Place, named: &Place) -> bool {
    match &wanted.area {
        Some(area) => named.area.as_ref().is_some_and(|own| own.eq_ignore_ascii_case(area)),
        None => wanted.city.is_none() || named.city == wanted.city,
    }
}
