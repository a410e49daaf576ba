//! Cities and countries: what a text says of one of them, by its own name, by a city's or by an address.

use crate::companies::BuiltInReader;
use domain::companies::{Candidate, Certainty, CompanyReader as _, FoundText, Gazetteer, Place, ReadingGoal, Role};

fn read(place: &Place, text: &str) -> Vec<Candidate> {
    let gazetteer = Gazetteer::built_in();
    let place = gazetteer.canonicalise(place);
    let goal = ReadingGoal { aliases: gazetteer.aliases(&place), place, excluded: Vec::new() };
    let text = FoundText { url: String::new(), title: String::new(), text: text.to_owned(), published: None };
    BuiltInReader::new(gazetteer).read(&goal, &[text])
}

fn city(name: &str) -> Place {
    Place { city: Some(name.to_owned()), ..Place::default() }
}

fn country(name: &str) -> Place {
    Place { country: Some(name.to_owned()), ..Place::default() }
}

fn is_there(candidate: &Candidate, wanted: &Place) -> bool {
    let found = Gazetteer::built_in().canonicalise(&candidate.place);
    let is_in = match &wanted.city {
        Some(city) => found.city.as_ref() == Some(city),
        None => found.country == wanted.country,
    };
    is_in && candidate.certainty != Certainty::Unverified && candidate.role == Role::Tenant && candidate.presence.counts()
}

#[test]
fn a_company_is_in_a_city_or_country_where_the_text_puts_it_and_nowhere_else() {
    let harecroft = "Harecroft Tools Ltd, 12 High Street, Leeds LS1 4AB, United Kingdom.";
    let kjeldgaard = "Danish valve maker Kjeldgaard is based in Odense. It has won a contract in Oslo.";
    let brennecke = "Brennecke GmbH has offices in Hamburg and Vienna.";
    let seller = "Leeds-based Harecroft Tools sells drills to customers in Ireland.";
    let mover = "Mottram Yachts moved from Dubai to Doha in 2022.";
    let buyer = "Tallgrass Medical, Inc., which is headquartered in Austin, Texas, has bought the Belgian clinic chain Ardenza.";
    let norwegian = "Norwegian valve maker Kjeldgaard is based in Hamar. It has won a contract in Thun.";
    let swiss = "Winterthur-based Harecroft Tools sells drills to customers in Hamar.";
    let mut errors = Vec::new();
    for (wanted, text, name, there) in [
        (city("Leeds"), harecroft, "Harecroft Tools Ltd", true),
        (country("UK"), harecroft, "Harecroft Tools Ltd", true),
        (country("Denmark"), kjeldgaard, "Kjeldgaard", true),
        (country("Norway"), kjeldgaard, "Kjeldgaard", false),
        (country("Germany"), brennecke, "Brennecke GmbH", true),
        (country("Austria"), brennecke, "Brennecke GmbH", true),
        (city("Leeds"), seller, "Harecroft Tools", true),
        (country("Ireland"), seller, "Harecroft Tools", false),
        // Smaller towns.
        (city("Hamar"), norwegian, "Kjeldgaard", true),
        (country("Norway"), norwegian, "Kjeldgaard", true),
        (city("Thun"), norwegian, "Kjeldgaard", false),
        (country("Switzerland"), norwegian, "Kjeldgaard", false),
        (country("Switzerland"), swiss, "Harecroft Tools", true),
        (city("Winterthur"), swiss, "Harecroft Tools", true),
        (city("Hamar"), swiss, "Harecroft Tools", false),
        (city("Thun"), "Mottram Yachts is based in Hamar.", "Mottram Yachts", false),
        (city("Springfield"), "Mottram Yachts is based in Hamar.", "Mottram Yachts", false),
        (city("Dubai"), mover, "Mottram Yachts", false),
        (city("Doha"), mover, "Mottram Yachts", true),
        (country("USA"), buyer, "Tallgrass Medical, Inc", true),
        (country("Belgium"), buyer, "Tallgrass Medical, Inc", false),
        (country("USA"), buyer, "Ardenza", false),
        (country("UAE"), "Orrin Freight has opened a warehouse in the U.A.E.", "Orrin Freight", true),
        (country("UAE"), "Orrin Freight exhibited in Dubai last week.", "Orrin Freight", false),
        (city("Dubai"), "Mottram Yachts has no showroom in Dubai.", "Mottram Yachts", false),
        (city("Paris"), "Aubrac Conseil, a Paris-based adviser of towns, has hired ten people.", "Aubrac Conseil", true),
        (city("Zurich"), "Silvan Re used to be based in Zurich and now has its office in Munich.", "Silvan Re", false),
        (city("Munich"), "Silvan Re used to be based in Zurich and now has its office in Munich.", "Silvan Re", true),
    ] {
        let found = read(&wanted, text);
        let own: Vec<&Candidate> = found.iter().filter(|one| one.name.starts_with(name)).collect();
        assert!(found.iter().all(|one| text.contains(&one.snippet)), "{text}: {found:?}");
        if own.iter().any(|one| is_there(one, &wanted)) != there {
            errors.push(format!("{} in {wanted:?}: {text}\n{own:?}", if there { "MISSED" } else { "LEAK" }));
        }
    }
    assert!(errors.is_empty(), "{}", errors.join("\n\n"));
}
