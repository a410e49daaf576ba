//! Words that people and APIs use for one another, from every trade; a word may be in several groups.

use super::words;
use std::{
    collections::{BTreeSet, HashMap},
    sync::LazyLock,
};

const GROUPS: &[&str] = &[
    "user person member account people human colleague coworker teammate somebody someone",
    "organization company org workspace tenant business firm",
    "team group crew squad department",
    "repository repo project codebase",
    "picture photo image thumbnail avatar screenshot wallpaper background portrait",
    "movie film",
    "show series tv program episode",
    "song track music tune",
    "singer artist musician band performer",
    "actor cast star performer",
    "director crew filmmaker",
    "album record",
    "favorite favourite starred top liked bookmark",
    "comment remark note reply message review feedback opinion",
    "message chat mail email letter",
    "notification alert notice",
    "task todo item ticket issue job",
    "job run execution task process",
    "deployment deploy release rollout",
    "version revision release edition history snapshot",
    "label tag category keyword",
    "column section list field attribute",
    "field attribute property column",
    "drop dropdown enum option choice",
    "webhook callback hook subscription",
    "website site page web",
    "address url link location endpoint",
    "domain dns zone hostname",
    "secret password key token credential",
    "permission access right role grant privilege",
    "login signin session authentication auth",
    "signup register registration enrollment",
    "report status update progress",
    "objective goal target aim okr",
    "order purchase buy",
    "customer client buyer shopper",
    "product item article good merchandise",
    "invoice bill receipt",
    "payment charge transaction pay",
    "price cost fee rate amount",
    "subscription plan membership",
    "refund chargeback return",
    "shipment delivery shipping parcel package",
    "cart basket",
    "stock inventory available availability",
    "employee staff worker colleague",
    "appointment booking reservation meeting event",
    "calendar schedule agenda",
    "date day time when",
    "file document attachment upload",
    "folder directory",
    "copy duplicate clone fork",
    "device machine computer phone",
    "volume loudness sound",
    "play playback start listen resume",
    "pause stop halt",
    "skip next forward",
    "previous back last",
    "shuffle random",
    "repeat loop",
    "recommend suggest recommendation suggestion similar related",
    "similar related alike",
    "popular trending top rated best",
    "newest latest recent new",
    "country nation state region",
    "city town place location",
    "weather forecast temperature",
    "language translation locale",
    "log audit activity history event",
    "action activity event",
    "setting preference configuration option config pref",
    "statistic stat metric analytics usage",
    "error failure problem fault",
    "problem issue finding bug alert error",
    "search find lookup query",
    "reaction emoji thumbs like",
    "entry record item row",
    "vehicle car",
    "flight plane trip",
    "hotel room accommodation",
    "patient person",
    "doctor physician practitioner",
    "student pupil learner",
    "course class lesson",
    "school university college",
    "animal pet",
    "cost billing bill spend",
    "budget spending limit",
    "biography bio profile detail",
    "profile account user",
    "dependency blocker prerequisite wait",
    "child sub nested",
    "parent above",
    "owner creator author",
    "board kanban",
    "sticker badge",
    "variable parameter env",
    "workflow action pipeline automation flow",
    "server machine host instance",
    "container instance",
    "backup snapshot",
    "certificate ssl tls cert",
    "cluster node",
    "email mail",
    "telephone phone number",
    "question survey poll",
    "answer response reply submission",
    "contact person lead",
    "deal opportunity sale",
    "company organization account",
];

static OTHERS: LazyLock<HashMap<String, BTreeSet<String>>> = LazyLock::new(|| {
    let mut others: HashMap<String, BTreeSet<String>> = HashMap::new();
    for group in GROUPS {
        let stems: Vec<String> = group.split(' ').map(words::stem).collect();
        for stem in &stems {
            others.entry(stem.clone()).or_default().extend(stems.iter().filter(|other| *other != stem).cloned());
        }
    }
    others
});

/// Finds the stems of the words that may replace the one with this stem.
pub(in crate::tools) fn find(stem: &str) -> impl Iterator<Item = &'static str> {
    OTHERS.get(stem).into_iter().flatten().map(String::as_str)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_stand_for_each_other_in_both_directions() {
        let stands = |word: &str, other: &str| find(&words::stem(word)).any(|stem| stem == words::stem(other));
        assert!(stands("pictures", "image") && stands("images", "picture") && stands("colleague", "users"));
        assert!(!stands("picture", "invoice") && !stands("picture", "pictures"));
    }
}
