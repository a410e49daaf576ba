//! One spelling for each place, and all the spellings of one.

use super::{Entry, Gazetteer, Mention, PlaceKind, agreement, finding::is_in, tokens::tokenize, towns};
use crate::companies::{Place, place::Places};

impl Gazetteer {
    /// Canonical names for all parts, and what the place is in wherever that is certain. What no file knows keeps its own words; what
    /// contradicts itself ("ADGM" in "Dubai") is not mended.
    #[must_use]
    pub fn canonicalise(&self, place: &Place) -> Place {
        let mut place = self.spelled(place);
        // An area that only has the name of a city is that city.
        if let (Some(area), None) = (&place.area, &place.city)
            && self.namesakes(area, is_area).is_empty()
            && let Some(city) = self.entry_of(area, |kind| kind == PlaceKind::City, &place)
            && !city.is_town()
        {
            place.city = Some(city.name().to_owned());
            (place.area, place.area_type) = (None, None);
        }
        if let Some(entry) = self.entry(&place)
            && agreement(&entry.place, &place)
        {
            let known = entry.place.clone();
            place.country = place.country.or(known.country);
            place.emirate = place.emirate.or(known.emirate);
            place.city = place.city.or(known.city);
            place.area_type = place.area_type.or(known.area_type);
        }
        if let (Some(_), Some(city)) = (&place.area, &place.city)
            && let Some(city) = self.entry_of(city, |kind| kind == PlaceKind::City, &place)
        {
            let known = city.place.clone();
            place.emirate = place.emirate.or(known.emirate);
            place.country = place.country.or(known.country);
        }
        place
    }

    /// The parts as the files spell them, from the country inwards, so that each helps to tell the namesakes of the next apart.
    fn spelled(&self, place: &Place) -> Place {
        let mut spelled = Place { area_type: place.area_type, ..Place::default() };
        let name = |name: &Option<String>, kind: fn(PlaceKind) -> bool, within: &Place| {
            let words = name.as_deref()?.split_whitespace().collect::<Vec<_>>().join(" ");
            let known = self.entry_of(&words, kind, within).or_else(|| self.entry_of(&words, kind, &Place::default()));
            let same = || self.namesakes(&words, kind).first().map(|entry| entry.name().to_owned());
            Some(known.map(|entry| entry.name().to_owned()).or_else(same).unwrap_or(words)).filter(|words| !words.is_empty())
        };
        spelled.country = name(&place.country, |kind| kind == PlaceKind::Country, &spelled);
        spelled.emirate = name(&place.emirate, |kind| kind == PlaceKind::Emirate, &spelled);
        spelled.city = name(&place.city, |kind| kind == PlaceKind::City, &spelled);
        spelled.area = name(&place.area, is_area, &spelled).map(|area| self.area_within(&area, &spelled).unwrap_or(area));
        spelled
    }

    /// "JAFZA, Dubai" or "Zona Franca" in Barcelona: an area's name with or without that of its city.
    fn area_within(&self, words: &str, within: &Place) -> Option<String> {
        if !self.namesakes(words, is_area).is_empty() {
            return None;
        }
        let with_city = within.city.as_ref().and_then(|city| self.entry_of(&format!("{words} {city}"), is_area, within));
        if let Some(entry) = with_city {
            return Some(entry.name().to_owned());
        }
        let mentions = self.find_near(words, within);
        let area = mentions.iter().find(|one| one.place.area.is_some() && !one.is_ambiguous)?;
        let named: usize = mentions.iter().map(|one| tokenize(&words[one.start..one.end]).len()).sum();
        let is_around = |one: &Mention| std::ptr::eq(one, area) || is_in(&area.place, &one.place);
        let fits = mentions.iter().all(is_around) && named == tokenize(words).len() && agreement(&area.place, within);
        fits.then(|| area.name.clone())
    }

    /// All names of the most precise part of the place, its canonical name first; of what no file knows, its own words.
    #[must_use]
    pub fn aliases(&self, place: &Place) -> Vec<String> {
        let Some(entry) = self.entry(place) else {
            return place.name().map(str::to_owned).into_iter().collect();
        };
        entry.spellings.iter().filter(|spelling| !spelling.is_for_search).map(|spelling| spelling.text.clone()).collect()
    }

    /// Whether the most precise part of the place is in the files; towns are not counted, since many share a name.
    #[must_use]
    pub fn is_known(&self, place: &Place) -> bool {
        self.entry(place).is_some_and(|entry| !entry.is_town())
    }

    /// Names that are good enough to search with, but too vague to be found in texts.
    pub(crate) fn search_names(&self, place: &Place) -> Vec<String> {
        let entry = self.entry(place).into_iter();
        entry
            .flat_map(|entry| &entry.spellings)
            .filter(|spelling| spelling.is_for_search)
            .map(|spelling| spelling.text.clone())
            .collect()
    }

    /// What the area is known for ("fintech").
    pub(crate) fn themes(&self, place: &Place) -> &[String] {
        self.entry(place).map_or(&[], |entry| &entry.themes)
    }

    /// The country's two letters, lower case ("ae").
    #[must_use]
    pub fn country_code(&self, place: &Place) -> Option<String> {
        self.country(place)?.codes.first().cloned()
    }

    /// Two letters of each language of the country that is not English, most used first ("ar").
    pub(crate) fn languages(&self, place: &Place) -> Vec<String> {
        self.country(place).map(|entry| entry.codes.iter().skip(1).cloned().collect()).unwrap_or_default()
    }

    /// As search providers know places: "Abu Dhabi, United Arab Emirates".
    #[must_use]
    pub fn search_location(&self, place: &Place) -> Option<String> {
        let country = self.country(place).and_then(|entry| {
            // Providers know no abbreviations.
            let is_short = entry.name().chars().all(|sign| sign.is_ascii_uppercase());
            entry.spellings.get(usize::from(is_short)).map(|spelling| spelling.text.clone())
        });
        let country = country.or_else(|| place.country.clone());
        let inner = place.city.clone().or_else(|| place.emirate.clone()).filter(|inner| Some(inner) != country.as_ref());
        let parts: Vec<String> = inner.into_iter().chain(country).collect();
        (!parts.is_empty()).then(|| parts.join(", "))
    }

    /// The country that a region of a sales context is; none for "GCC" and other regions of several countries.
    pub(crate) fn country_named(&self, region: Option<&str>) -> Option<String> {
        let place = Place { country: region.map(str::to_owned), ..Place::default() };
        self.country(&place).map(|entry| entry.name().to_owned())
    }

    fn country(&self, place: &Place) -> Option<&Entry> {
        self.entry_of(place.country.as_deref()?, |kind| kind == PlaceKind::Country, &Place::default())
    }

    /// The entry of the most precise part; none where it is unknown or several are possible.
    fn entry(&self, place: &Place) -> Option<&Entry> {
        if let Some(area) = &place.area {
            return self.entry_of(area, is_area, place);
        }
        if let Some(city) = &place.city {
            return self.entry_of(city, |kind| kind == PlaceKind::City, place);
        }
        if let Some(emirate) = &place.emirate {
            return self.entry_of(emirate, |kind| kind == PlaceKind::Emirate, place);
        }
        self.country(place)
    }

    /// The one place of this name and kind that agrees with what it is in.
    fn entry_of(&self, name: &str, kind: impl Fn(PlaceKind) -> bool, within: &Place) -> Option<&Entry> {
        let mut all = self.namesakes(name, kind);
        all.retain(|entry| agreement(&entry.place, within));
        if let Some(own) = all.iter().find(|entry| entry.is_own) {
            return Some(own);
        }
        let well_known: Vec<&Entry> = all.iter().copied().filter(|entry| !entry.is_rare).collect();
        match (well_known.as_slice(), all.as_slice()) {
            ([one], _) => Some(one),
            ([], [one]) if within.country.is_some() || within.emirate.is_some() => Some(one),
            ([], [one]) if within.city.is_some() && !one.is_town() => Some(one),
            _ => None,
        }
    }

    fn namesakes(&self, name: &str, kind: impl Fn(PlaceKind) -> bool) -> Vec<&Entry> {
        let tokens = tokenize(name);
        let Some(first) = tokens.first() else { return Vec::new() };
        let mut all: Vec<&Entry> = Vec::new();
        for (entry, spelling) in self.beginning_with(&first.text) {
            let is_same = spelling.tokens.len() == tokens.len()
                && spelling.tokens.iter().zip(&tokens).all(|(one, other)| *one == other.text);
            if kind(entry.kind) && is_same && !all.iter().any(|other| std::ptr::eq(*other, entry)) {
                all.push(entry);
            }
        }
        if kind(PlaceKind::City) {
            let is_new = |town: &&Entry| all.iter().all(|known| known.place != town.place);
            let towns: Vec<&Entry> = towns::named(&tokens).iter().filter(is_new).collect();
            all.extend(towns);
        }
        all
    }
}

const fn is_area(kind: PlaceKind) -> bool {
    kind.area_type().is_some()
}

impl Places for Gazetteer {
    fn canonicalise(&self, place: &Place) -> Place {
        Self::canonicalise(self, place)
    }

    fn aliases(&self, place: &Place) -> Vec<String> {
        Self::aliases(self, place)
    }
}
