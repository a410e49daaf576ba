//! From links to candidates: one per company and text, with its passage, its certainty and what later sentences take back.

use super::{
    ground::Target,
    lexicon::Class,
    links::{self, Link, is_acting, subject_of},
    listed::List,
    names::Kind,
    scene::{Scene, What},
    signal,
    token::Shape,
};
use domain::companies::{Candidate, Certainty, Place, Presence, Role};

/// What is known of a text beside its words.
pub(super) struct Source<'s> {
    pub number: usize,
    pub published: Option<&'s str>,
}

pub(super) fn candidates(scene: &Scene<'_>, target: &Target, source: &Source<'_>) -> Vec<Candidate> {
    let links = links::find(scene);
    let mut found: Vec<Candidate> = (0..scene.companies.len())
        .filter_map(|company| {
            let own: Vec<Link> = links.iter().filter(|link| link.company == company).copied().collect();
            match choose(scene, &own) {
                Some(link) => joined(scene, target, source, link),
                None => mentioned(scene, source, *scene.companies[company].first()?, Role::Other),
            }
        })
        .collect();
    // Authorities are shown too, so that one sees why they were left out.
    for unit in &scene.units {
        let role = match unit.what {
            What::Body(Kind::Government) => Role::Regulator,
            What::Body(Kind::ZoneBody) => Role::ZoneOwner,
            _ => continue,
        };
        let name = scene.words(unit.from, unit.to);
        if !found.iter().any(|other| other.name == name) {
            found.extend(mentioned(scene, source, (unit.from, unit.to), role));
        }
    }
    found
}

/// The link that says most: of the searched place before others; what left or never was outweighs what is there.
fn choose(scene: &Scene<'_>, links: &[Link]) -> Option<Link> {
    let rank = |link: &Link| {
        let ground = &scene.grounds[link.ground];
        let presence = match link.presence {
            Presence::Left | Presence::Denied => 5,
            Presence::Present => 4,
            Presence::Announced => 3,
            Presence::Planned => 2,
            Presence::Unclear => 1,
        };
        let precise = [&ground.place.area, &ground.place.city, &ground.place.emirate, &ground.place.country]
            .iter()
            .position(|part| part.is_some())
            .map_or(0, |at| 4 - at);
        (ground.is_target, presence, precise, std::cmp::Reverse(link.raw.0))
    };
    links.iter().max_by_key(|link| rank(link)).copied()
}

fn joined(scene: &Scene<'_>, target: &Target, source: &Source<'_>, link: Link) -> Option<Candidate> {
    let ground = &scene.grounds[link.ground];
    let (unit, place) = (scene.units[link.unit], scene.units[link.place]);
    let starts = [unit.from, unit.meant.unwrap_or(unit.from), place.from, place.meant.unwrap_or(place.from)];
    let sentence = |at: usize| scene.tokens[at].sentence;
    let (mut first, last) = (starts.iter().copied().map(sentence).min()?, starts.iter().copied().map(sentence).max()?);
    // A line ends a record that its heading began; the names of both are in the passage.
    let named = |first: usize| {
        let range = scene.sentences[first].from..scene.sentences[last].to;
        let ranges = scene.companies[link.company].iter().filter(|(from, to)| range.contains(from) && *to <= range.end);
        ranges.copied().max_by_key(|(from, to)| (to - from, std::cmp::Reverse(*from)))
    };
    while named(first).is_none() && first > 0 {
        first -= 1;
    }
    // The full name stands in the sentence before.
    let (from, to) = named(first)?;
    let whole = first
        .checked_sub(1)
        .and_then(named)
        .filter(|(start, end)| end - start > to - from && scene.tokens[*end - 1].has(Class::Legal));
    let (from, to) = whole.unwrap_or((from, to));
    first = first.min(sentence(from));
    let passage = scene.sentences[first].from..scene.sentences[last].to;
    let presence = if link.presence.counts() { taken_back(scene, link).unwrap_or(link.presence) } else { link.presence };
    let city_named = || {
        scene
            .grounds
            .iter()
            .any(|other| other.is_target && other.from >= passage.start && other.to <= passage.end && other.place.area.is_none())
    };
    let certainty = match () {
        () if link.role != Role::Tenant || presence == Presence::Unclear => Certainty::Unverified,
        () if ground.is_target && (target.has_area() || ground.place.area.is_none() || city_named()) => Certainty::Verified,
        () if ground.is_target => Certainty::Inferred,
        () if ground.is_area() || !target.has_area() => Certainty::Verified,
        () => Certainty::Inferred,
    };
    let telling = link.raw.0.min(scene.tokens.len())..link.raw.1.min(scene.tokens.len());
    Some(Candidate {
        name: scene.words(from, to).to_owned(),
        raw_place: raw_place(scene, link),
        place: ground.place.clone(),
        certainty,
        role: link.role,
        presence,
        signal: signal::find(scene, telling, trimmed(scene, passage.clone()), presence, source.published),
        snippet: quote(scene, passage),
        text: source.number,
        domain: scene.tokens[from..to]
            .iter()
            .find(|token| token.shape == Shape::Mixed && token.text.contains('.'))
            .map(|token| token.lower.clone()),
        industry: industry(scene, from, to),
    })
}

/// The words that put it there; of "the hub" those that name it.
fn raw_place(scene: &Scene<'_>, link: Link) -> String {
    const LONGEST: usize = 14;
    let place = scene.units[link.place];
    if place.meant.is_some() {
        let ground = &scene.grounds[link.ground];
        return scene.words(ground.from, ground.to).to_owned();
    }
    let (from, to) = link.raw;
    let near = to.saturating_sub(from) <= LONGEST && scene.tokens[from].sentence == scene.tokens[place.from].sentence;
    let words = if near { scene.words(from, to) } else { scene.words(place.from, place.to) };
    words.to_owned()
}

/// A company that the text only names.
fn mentioned(scene: &Scene<'_>, source: &Source<'_>, (from, to): (usize, usize), role: Role) -> Option<Candidate> {
    let sentence = scene.sentence_of(from);
    let passage = sentence.from..sentence.to;
    let name = scene.words(from, to);
    (!name.is_empty()).then(|| Candidate {
        name: name.to_owned(),
        raw_place: String::new(),
        place: Place::default(),
        certainty: Certainty::Unverified,
        role,
        presence: Presence::Unclear,
        signal: signal::find(scene, from..to, trimmed(scene, passage.clone()), Presence::Unclear, source.published),
        snippet: quote(scene, passage),
        text: source.number,
        domain: None,
        industry: None,
    })
}

/// Without the white space and marks around it.
fn trimmed(scene: &Scene<'_>, mut range: std::ops::Range<usize>) -> std::ops::Range<usize> {
    let blank = |at: usize| matches!(scene.tokens[at].text, "\n" | "•" | "·" | "►" | "▪" | "●");
    while range.start + 1 < range.end && blank(range.start) {
        range.start += 1;
    }
    while range.end > range.start + 1 && blank(range.end - 1) {
        range.end -= 1;
    }
    range
}

fn quote(scene: &Scene<'_>, range: std::ops::Range<usize>) -> String {
    let range = trimmed(scene, range);
    scene.words(range.start, range.end).to_owned()
}

/// "the payments firm Acme", "Acme, a fintech".
fn industry(scene: &Scene<'_>, from: usize, to: usize) -> Option<String> {
    let trade = |at: usize| {
        let token = scene.tokens.get(at)?;
        (token.is_lower() && token.any(&[Class::Generic, Class::Descriptor]) && !token.any(&[Class::CompanyWord, Class::PartOf])
            || token.lower == "fintech")
            .then(|| token.lower.clone())
    };
    let before = (from.saturating_sub(3)..from).rev().take_while(|at| scene.tokens[*at].is_lower()).find_map(trade);
    let after = || {
        (to..to + 8)
            .take_while(|at| scene.tokens.get(*at).is_some_and(|token| token.is_lower() || token.is(",") || token.is_joined))
            .find_map(trade)
    };
    before.or_else(|| scene.tokens.get(to).filter(|next| next.is(",")).and_then(|_| after()))
}

/// Whether a later sentence says that it left, or that nothing came of it.
fn taken_back(scene: &Scene<'_>, link: Link) -> Option<Presence> {
    let after = scene.tokens[scene.units[link.unit].from.max(scene.units[link.place].from)].sentence + 1;
    for sentence in scene.sentences.iter().skip(after) {
        let words = || sentence.from..sentence.to;
        for verb in words().filter(|at| is_acting(scene, *at)) {
            let token = &scene.tokens[verb];
            let own = subject_of(scene, verb)
                .is_some_and(|subject| subject.units.iter().any(|unit| scene.units[*unit].what == What::Company(link.company)));
            let other =
                (sentence.from..verb).any(|at| scene.company_at(at).is_some_and(|unit| unit.what != What::Company(link.company)));
            let matter = !other
                && (sentence.from..verb).any(|at| {
                    scene.tokens[at].any(&[Class::Asset, Class::Permit, Class::Happening]) || List::Matter.has(scene.lower(at))
                });
            let elsewhere = (verb..sentence.to).any(|at| scene.place_at(at).is_some_and(|ground| !ground.is_target));
            let turn = (sentence.from..verb).any(|at| List::Turn.has(scene.lower(at)));
            let object = (verb + 1..sentence.to.min(verb + 6)).any(|at| {
                scene.tokens[at].any(&[Class::Asset, Class::Permit, Class::Happening])
                    || scene.place_at(at).is_some()
                    || List::Dropped.has(scene.lower(at))
            });
            let ends = object
                || verb + 2 >= sentence.to
                || scene
                    .tokens
                    .get(verb + 1)
                    .is_some_and(|next| next.has(Class::Time) || next.lower == "in" || next.lower == "last");
            if token.has(Class::Drop) && (own || matter) && ((turn || ends) && !elsewhere || !own && matter) {
                return Some(Presence::Left);
            }
            if own && turn && token.any(&[Class::Move, Class::Leave]) && elsewhere {
                return Some(Presence::Left);
            }
            let denied = (sentence.from..verb).any(|at| List::Denial.has(scene.lower(at)));
            if denied && matter && !other && token.any(&[Class::Open, Class::Move, Class::Get, Class::OtherVerb, Class::Stay]) {
                return Some(Presence::Denied);
            }
        }
    }
    None
}
