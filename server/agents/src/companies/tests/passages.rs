//! A passage speaks for the company that it is about, and for no other that the text names.

use crate::companies::BuiltInReader;
use domain::companies::{Candidate, Certainty, CompanyReader as _, FoundText, Gazetteer, Place, ReadingGoal};

fn read(area: &str, text: &str) -> Vec<Candidate> {
    let gazetteer = Gazetteer::built_in();
    let place = gazetteer.canonicalise(&Place { area: Some(area.to_owned()), ..Place::default() });
    let goal = ReadingGoal { aliases: gazetteer.aliases(&place), place, excluded: Vec::new() };
    let text = FoundText { url: String::new(), title: String::new(), text: text.to_owned(), published: None };
    BuiltInReader::new(gazetteer).read(&goal, &[text])
}

fn is_there(candidate: &Candidate) -> bool {
    candidate.certainty == Certainty::Verified && candidate.presence.counts()
}

#[test]
fn no_company_is_put_where_only_a_passage_about_another_names_the_place() {
    for (text, name) in [
        (
            "# Notes on companies\n\nPalewater Group left ADGM in 2024 and moved to Dubai.\n\nTanglewood Capital, based in DIFC, \
             raised 30 million dollars in a Series B on 5 March 2026.",
            "Tanglewood Capital",
        ),
        // Without a heading, and line by line.
        (
            "Palewater Group left ADGM in 2024.\n\nTanglewood Capital, based in DIFC, raised 30 million dollars.",
            "Tanglewood Capital",
        ),
        (
            "# Companies\nPalewater Group left ADGM in 2024.\nTanglewood Capital, based in DIFC, raised 30 million dollars.\n\
             Oakfern Bank, based in Sharjah, hired a chairman.",
            "Tanglewood Capital",
        ),
        // Others are there, and this one is in the next paragraph.
        (
            "# Company news\n\nADGM granted a licence to Palewater Group.\n\nTanglewood Capital opened an office on Tuesday.",
            "Tanglewood Capital",
        ),
        ("ADGM granted a licence to Palewater Group. Tanglewood Capital opened an office on Tuesday.", "Tanglewood Capital"),
        // Its own sentence says where it is.
        ("ADGM has new firms. The fintech Tanglewood Capital, based in Dubai, has opened an office.", "Tanglewood Capital"),
        // Everybody left.
        ("Two hedge funds moved out of ADGM in May. The lender Oakfern Bank has opened an office.", "Oakfern Bank"),
        ("Companies that left ADGM:\n\n- Tanglewood Capital\n- Oakfern Bank\n- Harrier Foods LLC", "Oakfern Bank"),
        ("Palewater Group closed its office in ADGM, while the lender Oakfern Bank has opened an office.", "Oakfern Bank"),
    ] {
        let found = read("ADGM", text);
        let own = found.iter().filter(|one| one.name.contains(name)).collect::<Vec<_>>();
        assert!(!own.is_empty(), "{name} is not seen in {text}");
        assert!(own.iter().all(|one| !is_there(one)), "{text}: {own:?}");
        assert!(own.iter().all(|one| !one.snippet.contains("\n\n")), "{text}: {own:?}");
    }
}

#[test]
fn a_list_under_its_heading_and_a_companys_own_paragraph_still_prove_it() {
    for (text, name) in [
        ("Tenants of ADGM:\n\n- Tanglewood Capital\n\n- Oakfern Bank\n\n- Harrier Foods LLC", "Oakfern Bank"),
        ("# Notes on companies\n\nPalewater Group left ADGM in 2024.\n\nOakfern Bank has an office in ADGM.", "Oakfern Bank"),
        ("# Notes on companies\n\nOakfern Bank opened in ADGM in May. The bank has hired ten people.", "Oakfern Bank"),
    ] {
        let found = read("ADGM", text);
        assert!(found.iter().any(|one| one.name == name && is_there(one)), "{text}: {found:?}");
    }
}
