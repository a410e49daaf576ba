//! What people speak of around a thing without naming it.

/// A thing, the nouns that stand for it in talk ("a blues concert" is an event), and other words that lead to it.
pub(in super::super) struct Around {
    pub(in super::super) thing: &'static str,
    pub(in super::super) nouns: &'static [&'static str],
    pub(in super::super) words: &'static [&'static str],
}

const fn around(thing: &'static str, nouns: &'static [&'static str], words: &'static [&'static str]) -> Around {
    Around { thing, nouns, words }
}

pub(in super::super) const AROUND: &[Around] = &[
    around("event", &["concert", "gig", "game", "match", "festival", "performance"], &[]),
    around(
        "restaurant",
        &["food", "meal", "eatery", "diner", "joint", "shop"],
        &["eat", "eating", "dinner", "lunch", "breakfast", "brunch", "hungry", "dine"],
    ),
    around("movie", &["screening"], &["cinema", "theater", "theatre"]),
    around("song", &[], &["listen", "listening", "playlist", "band", "hear"]),
    around("flight", &["airfare"], &["fly", "flying", "airline", "airplane", "plane"]),
    around("bus", &["coach"], &[]),
    around("train", &[], &["rail", "railway"]),
    around("hotel", &["accommodation"], &["stay", "staying", "lodging"]),
    around("house", &["accommodation"], &["stay", "staying", "lodging"]),
    around("apartment", &["flat"], &["rent"]),
    around("car", &["vehicle"], &["drive", "driving"]),
    around("taxi", &["cab"], &["ride", "lift"]),
    around("weather", &["forecast"], &["rain", "raining", "sunny", "warm", "cold", "hot", "snow", "humid", "windy"]),
    around("bank", &[], &["account", "transfer", "savings", "deposit"]),
    around("doctor", &["clinic"], &["medical", "symptoms", "sick"]),
    around("dentist", &[], &["teeth", "tooth", "dental", "toothache"]),
    around("stylist", &["haircut", "hairdresser", "barber"], &["hair"]),
    around("attraction", &["sights"], &["sightseeing", "tourist", "touristy", "museum", "explore"]),
    around("calendar", &[], &["schedule", "meeting"]),
    around("alarm", &[], &["wake"]),
];
