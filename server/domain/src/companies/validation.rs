//! Whether a company is where the search wants it, by its evidence (seed 001, Layer 5). Fail closed: what cannot be validated is
//! rejected, and nothing wider is ever returned in its place.

use super::{
    Candidate, Certainty, ExclusionKind, KeptHit, Place, Places, Presence, Reason, Role, Understanding, Unmarked,
    identity::Name,
    spelling::{fold, holds, same},
};
use protocol::companies::CompanyRequest;

/// What binds a search, canonical.
pub(super) struct Binding {
    pub place: Place,
    /// Whether the request itself names the country, and the emirate.
    names_country: bool,
    names_emirate: bool,
    /// Names of its most precise part, folded.
    aliases: Vec<String>,
    excluded: Vec<Name>,
    /// Words of what is left out, folded.
    excluded_sectors: Vec<String>,
    /// Nothing is in all the places that are wanted.
    is_impossible: bool,
    /// Places in which nothing is wanted, with their names, folded.
    left_out: Vec<(Place, Vec<String>)>,
}

impl Binding {
    /// What was understood, under the request's own constraints: they bind whatever an engine made of them.
    #[must_use]
    pub(super) fn new(request: &CompanyRequest, understanding: &Understanding, places: &dyn Places) -> Self {
        let wanted = &request.constraints;
        let constraints = places.canonicalise(&wanted.into());
        let mut place = places.canonicalise(&understanding.place);
        let bind = |part: &mut Option<String>, wanted: &Option<String>, canonical: Option<String>| {
            if wanted.is_some() {
                *part = canonical;
            }
        };
        bind(&mut place.country, &wanted.country, constraints.country);
        bind(&mut place.emirate, &wanted.emirate, constraints.emirate);
        bind(&mut place.city, &wanted.city, constraints.city);
        bind(&mut place.area, &wanted.area, constraints.area);
        place.area_type = wanted.area_type.or(place.area_type);
        let aliases = names(&place, places);
        let left_out = understanding.left_out.iter().map(|place| (places.canonicalise(place), names(place, places))).collect();
        let of_text = |kind: ExclusionKind| understanding.excluded.iter().filter(move |one| one.kind == kind);
        let names = request.work_patterns.excluded_companies.iter().chain(of_text(ExclusionKind::Name).map(|one| &one.text));
        let excluded = names.map(|name| Name::new(name)).collect();
        let excluded_sectors =
            of_text(ExclusionKind::Sector).flat_map(|one| &one.words).map(|word| fold(word)).filter(|word| !word.is_empty());
        let excluded_sectors = excluded_sectors.collect();
        let (names_country, names_emirate) = (wanted.country.is_some(), wanted.emirate.is_some());
        let is_impossible = understanding.is_impossible;
        Self { place, names_country, names_emirate, aliases, excluded, excluded_sectors, is_impossible, left_out }
    }

    /// Everything that speaks against a candidate, the weightiest first; empty where it passes. `place` is the candidate's own,
    /// canonical.
    #[must_use]
    pub(super) fn faults(
        &self,
        candidate: &Candidate,
        place: &Place,
        text: Option<&KeptHit>,
        places: &dyn Places,
    ) -> Vec<Reason> {
        let name = Name::new(&candidate.name);
        let mut faults = Vec::new();
        let mut check = |is_fault: bool, reason: Reason| {
            if is_fault && !faults.contains(&reason) {
                faults.push(reason);
            }
        };
        let is_excluded = self.excluded.iter().any(|excluded| excluded.is_same(&name)) || self.is_of_excluded_sector(candidate);
        check(is_excluded, Reason::ExcludedByUser);
        check(!text.is_some_and(|text| is_verbatim(candidate, text)), Reason::EvidenceNotVerbatim);
        let is_unwanted = self.is_impossible || self.is_left_out(candidate, place);
        check(is_unwanted || self.is_elsewhere(place), Reason::LocationMismatch);
        check(!self.is_proven(candidate, place, places), Reason::LocationUnverified);
        check(self.is_in_another_city(place), Reason::CityMismatch);
        check(matches!(candidate.presence, Presence::Planned | Presence::Left | Presence::Denied), Reason::NotPresent);
        check(candidate.role != Role::Tenant, Reason::NotATenant);
        check(!candidate.presence.counts(), Reason::NotPresent);
        faults
    }

    /// By its name or by what its text says that it does.
    fn is_of_excluded_sector(&self, candidate: &Candidate) -> bool {
        let described = [Some(&candidate.name), candidate.industry.as_ref()];
        let described: Vec<String> = described.into_iter().flatten().map(|text| fold(text)).collect();
        self.excluded_sectors.iter().any(|word| described.iter().any(|text| holds(text, word)))
    }

    /// In a place where nothing is wanted, or by a passage that names one.
    fn is_left_out(&self, candidate: &Candidate, place: &Place) -> bool {
        let is_in = |outer: &Place| {
            let parts = [
                (&outer.area, &place.area),
                (&outer.city, &place.city),
                (&outer.emirate, &place.emirate),
                (&outer.country, &place.country),
            ];
            let narrowest = parts.into_iter().find(|(outer, _)| outer.is_some());
            narrowest.and_then(|(outer, own)| outer.as_ref().zip(own.as_ref())).is_some_and(|(outer, own)| same(outer, own))
        };
        let names = |names: &[String]| {
            let snippet = fold(&Unmarked::new(&candidate.snippet).text);
            names.iter().any(|name| holds(&snippet, name))
        };
        self.left_out.iter().any(|(outer, own)| is_in(outer) || names(own))
    }

    fn is_elsewhere(&self, place: &Place) -> bool {
        let wanted = &self.place;
        let other_area = wanted.area.as_ref().is_some_and(|area| match &place.area {
            Some(own) => !same(own, area),
            None => place.name().is_some(),
        });
        let other_type = wanted.area_type.is_some_and(|kind| place.area_type.is_some_and(|own| own != kind));
        // Another city is mostly in another emirate too: then the city is what is wrong, unless the request names the emirate.
        let same_city = !differ(&wanted.city, &place.city);
        let other_country = differ(&wanted.country, &place.country) && (self.names_country || same_city);
        let other_emirate = differ(&wanted.emirate, &place.emirate) && (self.names_emirate || same_city);
        other_area || other_country || other_emirate || other_type
    }

    /// The city of the wanted area is the wanted city, also where a text names the area alone.
    fn is_in_another_city(&self, place: &Place) -> bool {
        self.place.city.as_ref().is_some_and(|city| match &place.city {
            Some(own) => !same(own, city),
            None => self.place.area.is_none() && place.name().is_some(),
        })
    }

    /// With an area only a text that names it proves anything; else what follows from a text is enough.
    fn is_proven(&self, candidate: &Candidate, place: &Place, places: &dyn Places) -> bool {
        let wanted = &self.place;
        let is_sure = match candidate.certainty {
            Certainty::Verified => true,
            Certainty::Inferred => wanted.area.is_none(),
            Certainty::Unverified => false,
        };
        let is_known = match (&wanted.area, &wanted.city, &wanted.emirate, &wanted.country) {
            (Some(_), ..) => place.area.is_some(),
            (None, Some(_), ..) => place.city.is_some(),
            (None, None, Some(_), _) => place.emirate.is_some(),
            (None, None, None, Some(_)) => place.country.is_some(),
            (None, None, None, None) => place.name().is_some(),
        };
        let has_type = wanted.area.is_some() || wanted.area_type.is_none() || place.area_type.is_some();
        is_sure && is_known && has_type && !candidate.raw_place.trim().is_empty() && self.is_named(candidate, place, places)
    }

    /// Whether the passage names the place: the area that is wanted, or else a place within what is wanted.
    fn is_named(&self, candidate: &Candidate, place: &Place, places: &dyn Places) -> bool {
        let snippet = fold(&Unmarked::new(&candidate.snippet).text);
        let is_there = |names: &[String]| names.iter().any(|name| holds(&snippet, name));
        is_there(&self.aliases)
            || self.place.area.is_none() && (is_there(&names(place, places)) || holds(&snippet, &fold(&candidate.raw_place)))
    }
}

/// Whether nothing, no flag either, lets a candidate with this fault pass: without its evidence no company is ever returned, nor one
/// whose place nobody verified, nor one that the user does not want to see.
#[must_use]
pub(super) fn is_final(reason: Reason, candidate: &Candidate) -> bool {
    match reason {
        Reason::ExcludedByUser | Reason::EvidenceNotVerbatim => true,
        Reason::LocationUnverified => candidate.certainty == Certainty::Unverified,
        _ => false,
    }
}

/// Whether the passage is in the source to the letter and holds the company, and the source has the words for the place.
fn is_verbatim(candidate: &Candidate, text: &KeptHit) -> bool {
    let raw_place = candidate.raw_place.as_str();
    !candidate.snippet.trim().is_empty()
        && text.text.contains(&candidate.snippet)
        && (text.text.contains(raw_place) || Unmarked::new(&text.text).text.contains(raw_place))
        && holds(&fold(&Unmarked::new(&candidate.snippet).text), &fold(&candidate.name))
        && has_address(text)
}

/// An address on the web, or where this server shows its own document.
fn has_address(text: &KeptHit) -> bool {
    let rest = text.url.strip_prefix("https://").or_else(|| text.url.strip_prefix("http://"));
    let is_web = rest.is_some_and(|rest| !rest.is_empty() && !rest.starts_with('/'));
    (is_web || text.from == "document" && !text.url.is_empty()) && !text.url.contains(char::is_whitespace)
}

fn differ(one: &Option<String>, other: &Option<String>) -> bool {
    one.as_ref().zip(other.as_ref()).is_some_and(|(one, other)| !same(one, other))
}

/// The names of the most precise part, folded. What no gazetteer knows has its own words.
fn names(place: &Place, places: &dyn Places) -> Vec<String> {
    let own = place.name().map(str::to_owned);
    places.aliases(place).into_iter().chain(own).map(|name| fold(&name)).filter(|name| !name.is_empty()).collect()
}
