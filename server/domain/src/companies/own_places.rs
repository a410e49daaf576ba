//! A tenant's own places: what is kept of them, what makes a good one, and the port to them.

use super::{Gazetteer, GazetteerEntry, Place, PlaceKind, gazetteer::tokens::tokenize};
use crate::{Fault, Refusal, StoreFault, account::AuditEntry};
use async_trait::async_trait;
use protocol::{CompanyPlaceId, TenantId, Timestamp};

/// Of one tenant.
pub const MOST_PLACES: usize = 500;
const MOST_ALIASES: usize = 20;
/// Characters of a name.
const LONGEST_NAME: usize = 100;

/// A place that a tenant added: `company_places`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlaceRow {
    pub id: CompanyPlaceId,
    pub tenant: TenantId,
    pub name: String,
    pub aliases: Vec<String>,
    pub kind: PlaceKind,
    pub city: Option<String>,
    /// An emirate, a state, a province.
    pub region: Option<String>,
    pub country: Option<String>,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
}

impl PlaceRow {
    /// As the gazetteer takes it.
    #[must_use]
    pub fn entry(&self) -> GazetteerEntry {
        GazetteerEntry {
            name: self.name.clone(),
            kind: self.kind,
            city: self.city.clone(),
            emirate: self.region.clone(),
            country: self.country.clone(),
            aliases: self.aliases.clone(),
        }
    }

    /// By which a name is taken.
    #[must_use]
    pub fn key(&self) -> String {
        words(&self.name)
    }

    fn names(&self) -> impl Iterator<Item = &String> {
        std::iter::once(&self.name).chain(&self.aliases)
    }
}

/// A place as somebody enters it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PlaceDraft {
    pub name: String,
    pub aliases: Vec<String>,
    /// `city`, `emirate`, `free_zone`, `mainland` or `district`.
    pub kind: String,
    pub city: Option<String>,
    pub region: Option<String>,
    pub country: Option<String>,
}

impl PlaceDraft {
    /// The place, in the spelling of the gazetteer where that knows what it is in. `known` keeps its id; `others` are the tenant's.
    ///
    /// # Errors
    /// Everything that is wrong with it, by field; a conflict where another place has one of its names.
    pub fn check(self, blank: PlaceRow, others: &[PlaceRow]) -> Result<PlaceRow, Refusal> {
        let mut faults: Vec<Fault> = Vec::new();
        let name = spaced(&self.name);
        check_name("name", &name, &mut faults);
        let aliases: Vec<String> = self.aliases.iter().map(|alias| spaced(alias)).collect();
        check_aliases(&name, &aliases, &mut faults);
        let kind = PlaceKind::parse(self.kind.trim()).filter(|kind| *kind != PlaceKind::Country);
        if kind.is_none() {
            faults.push(Fault::new("kind", "kind is city, emirate, free_zone, mainland or district"));
        }
        let around = around(&self, kind, &mut faults);
        let Some(kind) = kind.filter(|_| faults.is_empty()) else {
            let detail = faults.first().map(|fault| fault.message.clone()).unwrap_or_default();
            return Err(Refusal::faults(detail, faults));
        };
        let Place { country, emirate, city, .. } = around;
        let row = PlaceRow { name, aliases, kind, city, region: emirate, country, ..blank };
        let taken: Vec<String> =
            others.iter().filter(|other| other.id != row.id).flat_map(PlaceRow::names).map(|name| words(name)).collect();
        if let Some(name) = row.names().find(|name| taken.contains(&words(name))) {
            return Err(Refusal::conflict(format!("another place of yours is called {name} already")));
        }
        Ok(row)
    }
}

fn spaced(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A name by what tells it from others.
fn words(name: &str) -> String {
    tokenize(name).into_iter().map(|token| token.text).collect::<Vec<_>>().join(" ")
}

fn check_name(field: &str, name: &str, faults: &mut Vec<Fault>) {
    if !(1..=LONGEST_NAME).contains(&name.chars().count()) {
        faults.push(Fault::new(field, format!("{field} has 1 to {LONGEST_NAME} characters")));
    } else if !name.chars().any(char::is_alphabetic) || words(name).is_empty() {
        faults.push(Fault::new(field, format!("{field} has letters")));
    } else if name.chars().any(char::is_control) {
        faults.push(Fault::new(field, format!("{field} is one line of text")));
    }
}

fn check_aliases(name: &str, aliases: &[String], faults: &mut Vec<Fault>) {
    if aliases.len() > MOST_ALIASES {
        faults.push(Fault::new("aliases", format!("a place has at most {MOST_ALIASES} other names")));
        return;
    }
    let mut known = vec![words(name)];
    for (number, alias) in aliases.iter().enumerate() {
        let field = format!("aliases[{number}]");
        let before = faults.len();
        check_name(&field, alias, faults);
        if faults.len() > before {
            continue;
        }
        if known.contains(&words(alias)) {
            faults.push(Fault::new(&field, format!("{alias} is one of its names already")));
        }
        known.push(words(alias));
    }
}

/// What the place is in, by canonical names.
fn around(draft: &PlaceDraft, kind: Option<PlaceKind>, faults: &mut Vec<Fault>) -> Place {
    let gazetteer = Gazetteer::built_in();
    let filled = |text: &Option<String>| text.as_deref().map(spaced).filter(|text| !text.is_empty());
    let (city, emirate, country) = (filled(&draft.city), filled(&draft.region), filled(&draft.country));
    for (field, name) in [("city", &city), ("region", &emirate), ("country", &country)] {
        if let Some(name) = name {
            check_name(field, name, faults);
        }
    }
    let too_narrow = [
        (
            "city",
            city.is_some() && matches!(kind, Some(PlaceKind::City | PlaceKind::Emirate)),
            "a place of this kind is in no city",
        ),
        ("region", emirate.is_some() && kind == Some(PlaceKind::Emirate), "a place of this kind is in no other region"),
    ];
    faults.extend(too_narrow.iter().filter(|(_, wrong, _)| *wrong).map(|(field, _, why)| Fault::new(*field, *why)));
    let part = |country: &Option<String>, emirate: &Option<String>, city: &Option<String>| Place {
        country: country.clone(),
        emirate: emirate.clone(),
        city: city.clone(),
        ..Place::default()
    };
    if country.is_some() && !gazetteer.is_known(&part(&country, &None, &None)) {
        faults.push(Fault::new("country", "this is no country that is known"));
        return Place::default();
    }
    let known = |place: &Place| gazetteer.is_known(place);
    // A city or a region that is known elsewhere only.
    for (field, alone, there) in [
        ("city", part(&None, &None, &city), part(&country, &emirate, &city)),
        ("region", part(&None, &emirate, &None), part(&country, &emirate, &None)),
    ] {
        if alone.name().is_some() && known(&alone) && !known(&gazetteer.canonicalise(&there)) {
            faults.push(Fault::new(field, format!("{} is somewhere else", alone.name().unwrap_or_default())));
        }
    }
    let place = gazetteer.canonicalise(&part(&country, &emirate, &city));
    if place.country.is_none() {
        faults.push(Fault::new("country", "country is the name of a country"));
    }
    place
}

/// Keeps places. Every method takes the tenant, and another tenant's place is simply not there.
#[async_trait]
pub trait PlaceStore: Send + Sync {
    /// All of the tenant, oldest first: there are few.
    async fn company_places(&self, tenant: TenantId) -> Result<Vec<PlaceRow>, StoreFault>;
    /// Puts a place in the place of the one with its id. [`StoreFault::Conflict`] when another one has its name.
    async fn save_company_place(&self, row: PlaceRow, audit: AuditEntry) -> Result<(), StoreFault>;
    /// False if there was none. Searches that knew it keep it.
    async fn delete_company_place(&self, tenant: TenantId, id: CompanyPlaceId, audit: AuditEntry) -> Result<bool, StoreFault>;
}

#[cfg(test)]
mod tests {
    use super::*;
    use uuid::Uuid;

    fn blank(number: u128) -> PlaceRow {
        PlaceRow {
            id: CompanyPlaceId(Uuid::from_u128(number)),
            tenant: TenantId(Uuid::from_u128(9)),
            name: String::new(),
            aliases: Vec::new(),
            kind: PlaceKind::District,
            city: None,
            region: None,
            country: None,
            created_at: Timestamp(0),
            updated_at: Timestamp(0),
        }
    }

    fn draft(name: &str, kind: &str, aliases: &[&str], [city, region, country]: [&str; 3]) -> PlaceDraft {
        let filled = |text: &str| Some(text.to_owned()).filter(|text| !text.is_empty());
        PlaceDraft {
            name: name.into(),
            aliases: aliases.iter().map(|alias| (*alias).to_owned()).collect(),
            kind: kind.into(),
            city: filled(city),
            region: filled(region),
            country: filled(country),
        }
    }

    #[test]
    fn what_a_place_is_in_gets_its_usual_name() {
        let row =
            draft(" Blue  Harbour Hub", "free_zone", &["BHH"], ["Abu Dhabi City", "", ""]).check(blank(1), &[]).expect("good");
        assert_eq!(
            (row.name.as_str(), row.city.as_deref(), row.country.as_deref()),
            ("Blue Harbour Hub", Some("Abu Dhabi"), Some("UAE"))
        );
        let row = draft("Pemberley", "city", &[], ["", "Derbyshire", "United Kingdom"]).check(blank(1), &[]).expect("good");
        assert_eq!((row.region.as_deref(), row.country.as_deref()), (Some("Derbyshire"), Some("UK")));
    }

    #[test]
    fn every_fault_is_named() {
        let long = "x".repeat(101);
        let many = vec!["a"; 21];
        for (draft, fields) in [
            (draft("", "city", &[], ["", "", "UAE"]), vec!["name"]),
            (draft(&long, "city", &[], ["", "", "UAE"]), vec!["name"]),
            (draft("…", "city", &[], ["", "", "UAE"]), vec!["name"]),
            (draft("Hub", "planet", &[], ["", "", "UAE"]), vec!["kind"]),
            (draft("Hub", "country", &[], ["", "", "UAE"]), vec!["kind"]),
            (draft("Hub", "district", &[], ["", "", "Atlantis"]), vec!["country"]),
            (draft("Hub", "district", &[], ["", "", ""]), vec!["country"]),
            (draft("Hub", "district", &[], ["Dubai", "", "Qatar"]), vec!["city"]),
            (draft("Hub", "city", &[], ["Dubai", "", "UAE"]), vec!["city"]),
            (draft("Hub", "district", &many, ["Dubai", "", "UAE"]), vec!["aliases"]),
            (
                draft("Hub", "district", &["The Hub", "HUB", "the hub", ""], ["Dubai", "", "UAE"]),
                vec!["aliases[1]", "aliases[2]", "aliases[3]"],
            ),
            (draft("", "", &[], ["", "", "Atlantis"]), vec!["name", "kind", "country"]),
        ] {
            let refusal = draft.clone().check(blank(1), &[]).expect_err("faulty");
            assert_eq!(refusal.faults.iter().map(|fault| fault.field.as_str()).collect::<Vec<_>>(), fields, "{draft:?}");
        }
    }

    #[test]
    fn a_name_belongs_to_one_place() {
        let other = PlaceRow { name: "Blue Harbour".into(), aliases: vec!["BH".into()], ..blank(2) };
        let wanted = |name: &str, aliases: &[&str]| draft(name, "district", aliases, ["Dubai", "", ""]);
        for (name, aliases) in [("blue harbour", &[][..]), ("BH", &[]), ("Hub", &["Blue-Harbour"])] {
            assert!(wanted(name, aliases).check(blank(1), std::slice::from_ref(&other)).is_err(), "{name}");
        }
        assert!(wanted("Blue Harbour", &["BH"]).check(blank(2), &[other]).is_ok(), "itself");
    }
}
