//! The place that binds a search (COMPANIES: a place in the text binds like a constraint; where they contradict each other, nothing can be
//! in both, and both are shown).

use super::{
    absences::{self, is_left, is_left_out},
    demonyms,
    vocabulary::Vocabulary,
};
use crate::companies::{
    AreaType, Conflict, Gazetteer, Mention, Place, Question,
    gazetteer::{
        agreement,
        tokens::{Token, tokenize},
    },
};

/// How sure the place is, from 0 to 1.
const BY_CONSTRAINT: f64 = 0.95;
const BY_TEXT: f64 = 0.9;
/// No file knows it, but the constraints name it.
const UNKNOWN_BY_CONSTRAINT: f64 = 0.8;
/// No file knows it, and only the text's wording makes it an area.
const UNKNOWN_BY_TEXT: f64 = 0.6;
/// Several places have the name, or only the region of the sales context says where.
const VAGUE: f64 = 0.5;
const LESS_BY_CONFLICT: f64 = 0.25;

#[derive(Debug, Default)]
pub(super) struct Binding {
    pub(super) place: Place,
    pub(super) confidence: f64,
    pub(super) conflicts: Vec<Conflict>,
    /// Words of the query that belong to names of places.
    pub(super) names: Vec<(usize, usize)>,
    /// No company can be where the text and the constraints want it.
    pub(super) is_impossible: bool,
    pub(super) left_out: Vec<Place>,
}

pub(super) fn bind(question: &Question, gazetteer: &Gazetteer, words: &[Token]) -> Binding {
    let vocabulary = Vocabulary::built_in();
    let constraints = gazetteer.canonicalise(&question.constraints);
    let near = own_place(question, gazetteer);
    let mut mentions = gazetteer.find_near(&question.text, &near);
    let own_words = own_words(&question.constraints, words);
    // "Khalifa Port Logistics Hub" as a constraint is one name, though a part of it is a place of its own.
    mentions.retain(|mention| {
        mention.place.area.is_none() || Some(&mention.name) == constraints.area.as_ref() || !is_spoken_within(mention, own_words)
    });
    mentions.extend(demonyms::countries(words, &mentions, gazetteer));
    mentions.sort_by_key(|mention| mention.start);
    let unknown = unknown_area(&question.text, words, &mentions, gazetteer);
    let mut binding = Binding { place: constraints.clone(), ..Binding::default() };
    binding.names.extend(own_words);
    binding.names.extend(mentions.iter().chain(unknown.as_ref()).map(|mention| (mention.start, mention.end)));

    // Constraints that contradict themselves: where the files put the area is what is compared.
    let alone = gazetteer.canonicalise(&Place { area: question.constraints.area.clone(), ..Place::default() });
    binding.conflicts_with(&alone, question, &constraints);
    for left_out in mentions.iter().filter(|mention| is_left_out(mention, words, vocabulary)) {
        binding.contradict(&left_out.place, question, &constraints);
    }
    let mut targets = targets(&mentions, words, vocabulary);
    targets.extend(unknown.clone());
    let (agreeing, against): (Vec<&Mention>, Vec<&Mention>) =
        targets.iter().partition(|target| !binding.conflicts_with(&target.place, question, &constraints));
    // Of "DIFC or ADGM" one may agree; "the UAE" around DIFC is no other place.
    let is_wider = |one: &&Mention| against.iter().any(|other| is_within(&other.place, &one.place));
    // With an area of its own "UK companies" says whose they are, as "UK companies in DIFC" does.
    let owns = |one: &&Mention| constraints.area.is_some() && one.place.city.is_none() && is_owner(one, words, vocabulary);
    binding.is_impossible = !against.iter().all(owns) && agreeing.iter().all(is_wider);
    binding.note_left(&targets, words, vocabulary);
    let text = common_ground(&agreeing, &mut binding.conflicts);
    let text_area = text.area.clone();
    add(&mut binding.place, text);
    binding.bind_area_type(words, question, &constraints, vocabulary);
    binding.place_in_region(question, gazetteer);
    binding.left_out = absences::places(&mentions, &binding.place, words, vocabulary);
    binding.confidence =
        confidence(&binding, question, gazetteer.is_known(&constraints), &agreeing, text_area.is_some() && unknown.is_some());
    binding
}

/// The same for a place that somebody else read out of the text. `built_in` fills in what it agrees with.
pub(super) fn bind_proposed(question: &Question, text: Place, built_in: &Place, gazetteer: &Gazetteer) -> Binding {
    let constraints = gazetteer.canonicalise(&question.constraints);
    let mut binding = Binding { place: constraints.clone(), ..Binding::default() };
    let alone = gazetteer.canonicalise(&Place { area: question.constraints.area.clone(), ..Place::default() });
    binding.conflicts_with(&alone, question, &constraints);
    binding.is_impossible = binding.conflicts_with(&text, question, &constraints);
    if !binding.is_impossible {
        add(&mut binding.place, text);
    }
    if agreement(&binding.place, built_in) {
        add(&mut binding.place, built_in.clone());
        binding.place.area_type = binding.place.area_type.or(built_in.area_type);
    }
    binding.place_in_region(question, gazetteer);
    binding
}

/// Where the one who asks is at home: the constraints, else the region of the sales context.
pub(super) fn own_place(question: &Question, gazetteer: &Gazetteer) -> Place {
    let mut place = gazetteer.canonicalise(&question.constraints);
    place.country = place.country.or_else(|| gazetteer.country_named(question.region.as_deref()));
    place
}

impl Binding {
    /// Canonical, and in the country of the sales context where nothing names another.
    fn place_in_region(&mut self, question: &Question, gazetteer: &Gazetteer) {
        let mut place = gazetteer.canonicalise(&self.place);
        if place.country.is_none()
            && let Some(country) = gazetteer.country_named(question.region.as_deref())
        {
            place = gazetteer.canonicalise(&Place { country: Some(country), ..place });
        }
        self.place = place;
    }

    /// Notes what of a place in the text contradicts the constraints; what it has outside of that still counts.
    fn conflicts_with(&mut self, text: &Place, question: &Question, constraints: &Place) -> bool {
        let explicit = &question.constraints;
        let parts = [
            ("country", &text.country, &constraints.country, &explicit.country),
            ("emirate", &text.emirate, &constraints.emirate, &explicit.emirate),
            ("city", &text.city, &constraints.city, &explicit.city),
            ("area", &text.area, &constraints.area, &explicit.area),
        ];
        let differing: Vec<_> =
            parts.iter().filter(|(_, text, bound, _)| text.is_some() && bound.is_some() && !is_same(text, bound)).collect();
        let explicit_ones = differing.iter().filter(|(.., explicit)| explicit.is_some()).count();
        for (at, (field, text, bound, explicit)) in differing.iter().enumerate() {
            // What the request wrote is named; what only follows from it, where nothing else tells of the contradiction.
            if explicit.is_some() || (explicit_ones == 0 && at + 1 == differing.len()) {
                self.note(field, text.as_deref(), explicit.as_deref().or(bound.as_deref()));
            }
        }
        if let (Some(of_text), Some(bound)) = (text.area_type, explicit.area_type)
            && contradicts(of_text, bound)
        {
            self.note("areaType", Some(of_text.name()), Some(bound.name()));
            return true;
        }
        !differing.is_empty()
    }

    /// Notes where the constraints want the very place that the text leaves out.
    fn contradict(&mut self, left_out: &Place, question: &Question, constraints: &Place) {
        let explicit = &question.constraints;
        let parts = [
            ("area", &left_out.area, &constraints.area, &explicit.area),
            ("city", &left_out.city, &constraints.city, &explicit.city),
            ("emirate", &left_out.emirate, &constraints.emirate, &explicit.emirate),
            ("country", &left_out.country, &constraints.country, &explicit.country),
        ];
        let Some((field, Some(name), bound, explicit)) = parts.into_iter().find(|(_, name, ..)| name.is_some()) else { return };
        if bound.is_some() && is_same(&Some(name.clone()), bound) {
            self.note(field, Some(&format!("not {name}")), explicit.as_deref().or(bound.as_deref()));
        }
    }

    /// "Companies that left ADGM": who is gone from there cannot be searched for, and who is there is not wanted.
    fn note_left(&mut self, targets: &[Mention], words: &[Token], vocabulary: &Vocabulary) {
        if targets.is_empty() || !targets.iter().all(|target| is_left(target, words, vocabulary)) {
            return;
        }
        self.is_impossible = true;
        for Place { country, emirate, city, area, .. } in targets.iter().map(|target| &target.place) {
            let parts = [("area", area), ("city", city), ("emirate", emirate), ("country", country)];
            if let Some((field, Some(name))) = parts.into_iter().find(|(_, name)| name.is_some()) {
                self.note(field, Some(&format!("left {name}")), None);
            }
        }
    }

    fn note(&mut self, field: &str, text: Option<&str>, constraint: Option<&str>) {
        let conflict = Conflict {
            field: field.to_owned(),
            text: text.unwrap_or_default().to_owned(),
            constraint: constraint.unwrap_or_default().to_owned(),
        };
        if !self.conflicts.contains(&conflict) {
            self.conflicts.push(conflict);
        }
    }

    /// "mainland companies in Dubai", "outside the free zones".
    fn bind_area_type(&mut self, words: &[Token], question: &Question, constraints: &Place, vocabulary: &Vocabulary) {
        let hits = vocabulary.area_types.all(words, |at| self.is_name(&words[at]));
        let Some(hit) = hits.first() else { return };
        let start = without_fillers(words, hit.at, vocabulary);
        let is_excluded = vocabulary.excluded.before(words, start).is_some();
        let wanted = match hit.means {
            AreaType::FreeZone if is_excluded => AreaType::Mainland,
            AreaType::Mainland if is_excluded => AreaType::FreeZone,
            other => other,
        };
        match question.constraints.area_type.or(constraints.area_type).or(self.place.area_type) {
            Some(bound) if contradicts(wanted, bound) => self.note("areaType", Some(wanted.name()), Some(bound.name())),
            Some(_) => {}
            None => self.place.area_type = Some(wanted),
        }
    }

    pub(super) fn is_name(&self, word: &Token) -> bool {
        self.names.iter().any(|(start, end)| word.start < *end && word.end > *start)
    }
}

/// A free zone is neither mainland nor an ordinary district; the other two may be the same place.
fn contradicts(one: AreaType, other: AreaType) -> bool {
    (one == AreaType::FreeZone) != (other == AreaType::FreeZone)
}

/// Whether a place has all parts of another one.
pub(super) fn is_within(place: &Place, outer: &Place) -> bool {
    let parts = [
        (&place.country, &outer.country),
        (&place.emirate, &outer.emirate),
        (&place.city, &outer.city),
        (&place.area, &outer.area),
    ];
    parts.into_iter().all(|(own, other)| other.is_none() || is_same(own, other))
}

fn is_same(one: &Option<String>, other: &Option<String>) -> bool {
    let words = |name: &Option<String>| {
        tokenize(name.as_deref().unwrap_or_default()).into_iter().map(|token| token.text).collect::<Vec<_>>()
    };
    one == other || words(one) == words(other)
}

/// Fills in what is missing.
fn add(place: &mut Place, text: Place) {
    // An area without the city that it is in would contradict a city of the constraints; it was compared before.
    place.country = place.country.take().or(text.country);
    place.emirate = place.emirate.take().or(text.emirate);
    place.city = place.city.take().or(text.city);
    if place.area.is_none() && text.area.is_some() {
        place.area = text.area;
        place.area_type = place.area_type.or(text.area_type);
    }
}

/// Where the constraint's own words for the area are in the text.
fn own_words(constraints: &Place, words: &[Token]) -> Option<(usize, usize)> {
    let area = tokenize(constraints.area.as_deref()?);
    let length = area.len();
    let found =
        words.windows(length.max(1)).find(|window| window.iter().zip(&area).all(|(word, wanted)| word.text == wanted.text))?;
    (length > 0).then(|| Some((found.first()?.start, found.last()?.end))).flatten()
}

fn is_spoken_within(mention: &Mention, span: Option<(usize, usize)>) -> bool {
    span.is_some_and(|(start, end)| start <= mention.start && mention.end <= end)
}

/// The places that the text asks for: not those that companies come from, nor those that are left out.
fn targets(mentions: &[Mention], words: &[Token], vocabulary: &Vocabulary) -> Vec<Mention> {
    let before = |mention: &Mention| beginning(mention, words, vocabulary);
    let wanted: Vec<&Mention> = mentions.iter().filter(|mention| !is_left_out(mention, words, vocabulary)).collect();
    let is_origin =
        |mention: &Mention| vocabulary.origins.before(words, before(mention)).is_some() || is_left(mention, words, vocabulary);
    let is_owner = |mention: &Mention| is_owner(mention, words, vocabulary);
    let is_elsewhere = |mention: &Mention, other: &Mention| mention.place.country != other.place.country;
    let inner: Vec<&Mention> = wanted.iter().copied().filter(|mention| !is_origin(mention)).collect();
    if inner.is_empty() {
        return wanted.into_iter().cloned().collect();
    }
    let placed =
        |mention: &&Mention| !is_owner(mention) || !inner.iter().any(|other| !is_owner(other) && is_elsewhere(mention, other));
    inner.iter().copied().filter(placed).cloned().collect()
}

/// "UK companies in DIFC": the word in front says whose they are.
fn is_owner(mention: &Mention, words: &[Token], vocabulary: &Vocabulary) -> bool {
    let after = words.iter().position(|word| word.start >= mention.end).unwrap_or(words.len());
    let names_companies =
        (after..after + 2).any(|at| vocabulary.companies.at(words, at).is_some() || vocabulary.entities.at(words, at).is_some());
    names_companies && vocabulary.prepositions.before(words, beginning(mention, words, vocabulary)).is_none()
}

/// The word that a place begins with, or the first of the small words before it.
pub(super) fn beginning(mention: &Mention, words: &[Token], vocabulary: &Vocabulary) -> usize {
    let at = words.iter().position(|word| word.end > mention.start).unwrap_or(words.len());
    without_fillers(words, at, vocabulary)
}

fn without_fillers(words: &[Token], mut at: usize, vocabulary: &Vocabulary) -> usize {
    while at > 0 && words[at - 1].text.len() <= 3 && vocabulary.fillers.at(words, at - 1).is_some() {
        at -= 1;
    }
    at
}

/// One place of several that agree; of places that do not, what they share.
fn common_ground(targets: &[&Mention], conflicts: &mut Vec<Conflict>) -> Place {
    let Some((first, rest)) = targets.split_first() else { return Place::default() };
    let mut place = first.place.clone();
    for other in rest.iter().map(|target| &target.place) {
        let pairs = [
            ("country", place.country.clone(), &other.country),
            ("emirate", place.emirate.clone(), &other.emirate),
            ("city", place.city.clone(), &other.city),
            ("area", place.area.clone(), &other.area),
        ];
        let differing = pairs.iter().position(|(_, one, other)| one.is_some() && other.is_some() && one != *other);
        match differing {
            None => add(&mut place, other.clone()),
            // "ADGM on Al Maryah Island": the zone is what one is registered in.
            Some(3) if place.area_type.zip(other.area_type).is_some_and(|(one, other)| contradicts(one, other)) => {
                if other.area_type == Some(AreaType::FreeZone) {
                    place = other.clone();
                }
            }
            Some(at) => {
                // The innermost parts that differ name the two places.
                let (field, one, two) =
                    pairs.iter().rev().find(|(_, one, two)| one.is_some() && two.is_some() && one != *two).unwrap_or(&pairs[at]);
                let text = [one.as_deref(), two.as_deref()].into_iter().flatten().collect::<Vec<_>>().join(", ");
                conflicts.push(Conflict { field: (*field).to_owned(), text, constraint: String::new() });
                if at == 0 {
                    return Place::default();
                }
                place.area = None;
                place.area_type = None;
                if at <= 2 {
                    place.city = None;
                }
                if at <= 1 {
                    place.emirate = None;
                }
            }
        }
    }
    place
}

/// "in Blue Harbour Free Zone": an area that no file knows, by its shape.
fn unknown_area(text: &str, words: &[Token], mentions: &[Mention], gazetteer: &Gazetteer) -> Option<Mention> {
    let vocabulary = Vocabulary::built_in();
    let is_known = |word: &Token| mentions.iter().any(|mention| mention.start < word.end && word.start < mention.end);
    for hit in vocabulary.area_endings.all(words, |_| false) {
        let mut from = hit.at;
        while from > 0 && hit.at - from < 5 {
            let at = from - 1;
            let is_joined = text[words[at].end..words[from].start]
                .chars()
                .all(|sign| sign.is_whitespace() || matches!(sign, '-' | '\'' | '’' | '&'));
            let is_bound = [&vocabulary.fillers, &vocabulary.prepositions, &vocabulary.origins, &vocabulary.companies]
                .iter()
                .any(|list| list.at(words, at).is_some_and(|found| found.length == 1));
            if is_bound || !is_joined {
                break;
            }
            from = at;
        }
        let to = hit.at + hit.length;
        let before = without_fillers(words, from, vocabulary);
        let is_placed =
            vocabulary.prepositions.before(words, before).is_some() && vocabulary.excluded.before(words, before).is_none();
        let is_new =
            words[from..hit.at].iter().any(|word| !is_known(word)) && words[hit.at..to].iter().all(|word| !is_known(word));
        if !is_placed || !is_new {
            continue;
        }
        let (start, end) = (words[from].start, words[to - 1].end);
        let name = text[start..end].split_whitespace().collect::<Vec<_>>().join(" ");
        let inside = mentions.iter().find(|mention| start <= mention.start && mention.end <= end && mention.place.area.is_none());
        let place = Place {
            area: Some(name.clone()),
            area_type: Some(hit.means),
            ..inside.map(|mention| mention.place.clone()).unwrap_or_default()
        };
        return Some(Mention { start, end, name, place: gazetteer.canonicalise(&place), is_ambiguous: false });
    }
    None
}

fn confidence(binding: &Binding, question: &Question, is_known: bool, agreeing: &[&Mention], is_unknown_of_text: bool) -> f64 {
    let sure = if !question.constraints.is_empty() {
        if is_known { BY_CONSTRAINT } else { UNKNOWN_BY_CONSTRAINT }
    } else if is_unknown_of_text {
        UNKNOWN_BY_TEXT
    } else if agreeing.is_empty() || agreeing.iter().any(|mention| mention.is_ambiguous) {
        if binding.place.is_empty() { 0.0 } else { VAGUE }
    } else {
        BY_TEXT
    };
    if binding.conflicts.is_empty() { sure } else { (sure - LESS_BY_CONFLICT).max(0.0) }
}
