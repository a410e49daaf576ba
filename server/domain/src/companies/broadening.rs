//! The wider places around the one of a search, and the same search there. Nothing wider is ever searched by itself: a person has to want
//! it (seed 001, "No fallbacks").

use super::{Gazetteer, LONGEST_QUERY, Place, spelling::same};
use protocol::companies::{CompanyRequest, Constraints, ParsedLocation};

/// A wider place with its name in a suggestion.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wider {
    /// "Abu Dhabi", "All UAE".
    pub name: String,
    pub place: Place,
}

/// The next wider place and the country, where they are known and wider.
#[must_use]
pub fn wider_places(place: &Place) -> Vec<Wider> {
    let Place { country, emirate, city, area, .. } = place.clone();
    let mut wider = Vec::new();
    let around = match (&area, &city, &emirate) {
        (Some(_), Some(city), _) => Some(city.clone()),
        (Some(_), None, Some(emirate)) => Some(emirate.clone()),
        (None, Some(city), Some(emirate)) if !same(city, emirate) => Some(emirate.clone()),
        _ => None,
    };
    if let Some(name) = around.clone() {
        let city = if area.is_some() { city } else { None };
        let place = Place { country: country.clone(), emirate, city, ..Place::default() };
        wider.push(Wider { name, place });
    }
    if let Some(country) = country.filter(|country| place.name() != Some(country) && around.as_ref() != Some(country)) {
        wider.push(Wider { name: format!("All {country}"), place: Place { country: Some(country), ..Place::default() } });
    }
    wider
}

/// A search once more at each wider place, named as in its suggestion. A place in the text binds like a constraint: the wider one takes
/// its place there.
#[must_use]
pub fn broaden(request: &CompanyRequest, parsed: &ParsedLocation, gazetteer: &Gazetteer) -> Vec<(String, CompanyRequest)> {
    let ParsedLocation { country, emirate, city, area, .. } = parsed.clone();
    let narrow = Place { country, emirate, city, area, area_type: None };
    let there = |wider: Wider| {
        let query_text = reword(&request.query_text, &narrow, &wider.place, gazetteer);
        let Place { country, emirate, city, .. } = wider.place;
        let constraints = Constraints { country, emirate, city, ..Constraints::default() };
        (wider.name, CompanyRequest { query_text, constraints, ..request.clone() })
    };
    wider_places(&narrow).into_iter().map(there).collect()
}

/// The text with the wider place where it named a narrower one.
fn reword(text: &str, narrow: &Place, wide: &Place, gazetteer: &Gazetteer) -> String {
    let Some(name) = wide.name() else { return text.to_owned() };
    let mut spans: Vec<(usize, usize, bool)> = gazetteer
        .find_near(text, narrow)
        .into_iter()
        .map(|mention| (mention.start, mention.end, precision(&mention.place) > precision(wide)))
        .collect();
    // What no gazetteer knows is found by its own words.
    for part in [&narrow.area, &narrow.city].into_iter().flatten() {
        let found = text.to_ascii_lowercase().find(&part.to_ascii_lowercase());
        if let Some(start) = found.filter(|start| !part.is_empty() && text.is_char_boundary(*start)) {
            spans.push((start, start + part.len(), !part.eq_ignore_ascii_case(name)));
        }
    }
    spans.sort_unstable();
    // "ADGM, Abu Dhabi" is one name of a place.
    let mut groups: Vec<(usize, usize, bool)> = Vec::new();
    for (start, end, is_narrow) in spans {
        let joins = |last: usize| start <= last || text[last..start].chars().all(|sign| !sign.is_alphanumeric());
        match groups.last_mut() {
            Some(last) if joins(last.1) => {
                last.1 = last.1.max(end);
                last.2 |= is_narrow;
            }
            _ => groups.push((start, end, is_narrow)),
        }
    }
    let mut reworded = text.to_owned();
    for (start, end, _) in groups.into_iter().rev().filter(|(.., is_narrow)| *is_narrow) {
        reworded.replace_range(start..end, name);
    }
    if reworded.chars().count() > LONGEST_QUERY { text.to_owned() } else { reworded }
}

/// How precise a place is: 0 for none, 4 for an area.
fn precision(place: &Place) -> u8 {
    match place {
        Place { area: Some(_), .. } => 4,
        Place { city: Some(_), .. } => 3,
        Place { emirate: Some(_), .. } => 2,
        Place { country: Some(_), .. } => 1,
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(country: &str, emirate: Option<&str>, city: Option<&str>, area: Option<&str>) -> ParsedLocation {
        let [emirate, city, area] = [emirate, city, area].map(|part| part.map(str::to_owned));
        ParsedLocation { country: Some(country.into()), emirate, city, area, ..ParsedLocation::default() }
    }

    #[test]
    fn the_wider_place_takes_the_place_of_the_narrower_one_also_in_the_text() {
        for (text, place, expected) in [
            (
                "Find good companies in ADGM Abu Dhabi",
                parsed("UAE", Some("Abu Dhabi"), Some("Abu Dhabi"), Some("ADGM")),
                vec![("Abu Dhabi", "Find good companies in Abu Dhabi"), ("All UAE", "Find good companies in UAE")],
            ),
            (
                "Companies in Blue Harbour Free Zone that hire",
                parsed("UAE", Some("Abu Dhabi"), Some("Abu Dhabi"), Some("Blue Harbour Free Zone")),
                vec![("Abu Dhabi", "Companies in Abu Dhabi that hire"), ("All UAE", "Companies in UAE that hire")],
            ),
            ("Companies", parsed("UAE", Some("Dubai"), Some("Dubai"), None), vec![("All UAE", "Companies")]),
            ("Companies in the UAE", parsed("UAE", None, None, None), vec![]),
        ] {
            let request = CompanyRequest { query_text: text.into(), ..CompanyRequest::default() };
            let wider = broaden(&request, &place, Gazetteer::built_in());
            let found: Vec<_> = wider.iter().map(|(name, one)| (name.as_str(), one.query_text.as_str())).collect();
            assert_eq!(found, expected, "{text}");
            assert!(wider.iter().all(|(_, one)| one.constraints.area.is_none() && one.constraints.country.is_some()));
        }
    }
}
