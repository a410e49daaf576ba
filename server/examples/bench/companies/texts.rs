//! Results that a search might find; made by a formula, so that every run measures the same.

use testkit::StubHit;

const FIRST: [&str; 12] =
    ["Falcon", "Orchid", "Harbour", "Pearl", "Northgate", "Sunvolt", "Lumen", "Cedar", "Bluepeak", "Saffron", "Meridian", "Oryx"];
const SECOND: [&str; 10] =
    ["Capital", "Robotics", "Trading", "Payments", "Logistics", "Energy", "Advisory", "Software", "Insurance", "Health"];
const THIRD: [&str; 4] = ["Partners", "Ltd", "Holding", "LLC"];
/// What each has, behind its name.
const DEEDS: [&str; 8] = [
    "has opened an office in Abu Dhabi Global Market (ADGM), and is hiring 25 people for it. The company was founded in 2016 by two engineers.",
    "has moved its headquarters from Dubai to ADGM, Abu Dhabi, as part of a plan to grow in the region. Its chief executive spoke of a new chapter.",
    "has received a licence from the regulator of ADGM and will open there in spring, it said on Monday. It employs 140 people in four countries.",
    "has an office in Abu Dhabi and sells to everybody in the city. A spokesman said that the firm looks at free zones, among them ADGM.",
    "has opened a plant in Jebel Ali Free Zone in Dubai with 80 workers. Its products go to customers in Abu Dhabi, Riyadh and Muscat.",
    "has closed its office in ADGM and left the emirate. It goes on from London, where it was founded, with a smaller team of twelve.",
    "has raised 30 million dollars from investors. It is based in Masdar City, Abu Dhabi, and makes batteries for ships and for harbours.",
    "has signed a partnership with a bank in ADGM, where the company has had its regional hub since 2021. The hub will double in size.",
];

/// The text with this number, and the name of the company in it.
pub(super) fn text(number: usize) -> (String, String) {
    let name = format!(
        "{} {} {}",
        FIRST[number % FIRST.len()],
        SECOND[number / FIRST.len() % SECOND.len()],
        THIRD[number / (FIRST.len() * SECOND.len()) % THIRD.len()]
    );
    let text = format!("{name} {}", DEEDS[(number * 5 + number / 12) % DEEDS.len()]);
    (name, text)
}

pub(super) fn result(number: usize) -> StubHit {
    let (name, text) = text(number);
    let made = StubHit::new(&format!("https://news{}.example/{number}", number % 7), &format!("{name} in the news"), &text);
    if number.is_multiple_of(4) { made } else { made.dated(&format!("2025-{:02}-{:02}", number % 12 + 1, number % 28 + 1)) }
}

/// Ten results; of two queries about half are the same.
pub(super) fn results(query: &str) -> Vec<StubHit> {
    let place = query.bytes().fold(0_usize, |sum, byte| (sum * 31 + usize::from(byte)) % 9);
    (place * 5..place * 5 + 10).map(result).collect()
}
