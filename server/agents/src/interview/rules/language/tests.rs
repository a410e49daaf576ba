//! Which messages are declined, and which are answers: both ways, as tables.

use super::{LANGUAGES, decline, detect_unread, recognise};
use crate::interview::rules::BuiltIn;
use domain::interview::{Heard, Interviewer, Move, Understanding};
use futures::executor::block_on;
use protocol::{
    SessionId, TenantId,
    interview::{Asking, ObjectiveDefinition, WorkingMemory},
};
use serde_json::{Value, json};
use std::sync::Arc;
use uuid::Uuid;

const SENTENCES: &[(&str, &str)] = &[
    ("de", "Wir verkaufen Fahrräder und Zubehör an Familien in Zürich."),
    ("de", "Wir sind ein kleiner Betrieb mit drei Leuten"),
    ("de", "Unsere Kunden sind vor allem Arztpraxen in der Ostschweiz"),
    ("fr", "Nous vendons des vélos à Genève et à Lausanne."),
    ("fr", "Je ne comprends pas très bien la question"),
    ("es", "Somos una agencia de viajes en Sevilla"),
    ("es", "Vendemos pan y pasteles a los vecinos del barrio"),
    ("it", "Vendiamo biciclette usate agli studenti di Bologna"),
    ("it", "Non capisco bene che cosa devo scrivere"),
    ("pt", "Vendemos bicicletas usadas para estudantes em Lisboa"),
    ("pt", "Não entendo muito bem o que devo escrever aqui"),
    ("nl", "Wij verkopen tweedehands fietsen aan studenten in Utrecht"),
    ("nl", "Ik begrijp niet goed wat u bedoelt"),
    ("pl", "Sprzedajemy używane rowery studentom w Krakowie"),
    ("ru", "Мы продаём велосипеды студентам"),
    ("uk", "Ми продаємо велосипеди студентам"),
    ("tr", "Öğrencilere ikinci el bisiklet satıyoruz ve tamir ediyoruz"),
    ("ar", "نحن نبيع الدراجات للطلاب"),
    ("fa", "ما دوچرخه به دانشجویان می‌فروشیم"),
    ("he", "אנחנו מוכרים אופניים לסטודנטים"),
    ("hi", "हम छात्रों को साइकिल बेचते हैं"),
    ("zh", "我们向学生出售二手自行车"),
    ("ja", "私たちは学生に中古の自転車を売っています"),
    ("ko", "우리는 학생들에게 중고 자전거를 팝니다"),
    ("vi", "Chúng tôi bán xe đạp cũ cho sinh viên ở Hà Nội"),
    ("el", "Πουλάμε μεταχειρισμένα ποδήλατα σε φοιτητές"),
    ("sv", "Vi säljer begagnade cyklar till studenter i Lund"),
    ("da", "Vi sælger brugte cykler til studerende i Aarhus"),
    ("cs", "Prodáváme použitá kola studentům v Brně"),
    ("ro", "Vindem biciclete folosite studenților din Cluj"),
    ("hu", "Nem értem pontosan a kérdést, tudna segíteni"),
];

const ANSWERS: &[&str] = &[
    "Zürich",
    "Café Müller",
    "Москва",
    "東京",
    "شركة",
    "Ja",
    "oui merci",
    "Deutsche Bank, Commerzbank, Allianz, Siemens, Bayer",
    "Müller & Söhne, Bahnhofstrasse 12, 8001 Zürich",
    "Verband der Bäcker und Konditoren in Zürich",
    "La Casa de la Playa en Málaga",
    "Universidad Nacional Autónoma de México",
    "São Paulo, Rio de Janeiro, Belo Horizonte, Porto Alegre",
    "Crédit Agricole, Société Générale, BNP Paribas and La Poste",
    "déjà vu, à la carte, crème brûlée",
    "We sell Brötchen, Brezeln und Kuchen",
    "We want to sell vino, formaggio e pane to tourists",
    "no, a lot of our customers are in Spain",
    "small bakeries in Berlin Kreuzberg, mostly family run",
    "dentists, vets, physiotherapists, opticians, pharmacists",
    "nothing was agreed in writing",
    "every 15th, next one is in May",
    "where do my answers go",
    "SELECT * FROM orders WHERE total > 5",
    "https://example.com/de/preise",
    "",
];

fn heard(text: &str, prompt: &str, options: &Value) -> Heard {
    let definition: ObjectiveDefinition = serde_json::from_value(json!({
        "displayName": "A shop",
        "obligations": [{
            "key": "market", "fieldPath": "market", "prompt": prompt, "collectionType": "direct_question",
            "widgetType": "text", "options": options, "priority": 5,
        }],
        "completion": {"requiredObligations": ["market"]},
    }))
    .expect("an objective");
    Heard {
        tenant: TenantId(Uuid::nil()),
        session: SessionId(Uuid::nil()),
        definition: Arc::new(definition),
        held: Vec::new(),
        asked: Some(("market".to_owned(), Asking::Question)),
        history: Vec::new(),
        text: text.to_owned(),
        memory: WorkingMemory::default(),
        today: (2026, 3, 2),
        imported: false,
        ranked: Vec::new(),
    }
}

#[test]
fn a_sentence_in_another_language_is_known_by_it() {
    for (code, text) in SENTENCES {
        assert_eq!(recognise(text).map(|one| one.code), Some(*code), "{text}");
    }
}

#[test]
fn names_short_answers_and_english_are_answers() {
    for text in ANSWERS {
        assert_eq!(recognise(text).map(|one| one.code), None, "{text}");
    }
}

#[test]
fn every_language_has_a_sentence_to_decline_in() {
    assert_eq!(LANGUAGES.len(), 24);
    for one in LANGUAGES.iter() {
        assert!(one.decline.chars().count() > 20 && !one.decline.contains('?'), "{}", one.code);
        assert_eq!(one.verbal.is_empty(), one.small.is_empty(), "{}", one.code);
        assert!(SENTENCES.iter().any(|(code, _)| *code == one.code), "{}", one.code);
    }
    let declined = decline("Wir sind ein kleiner Betrieb mit drei Leuten").expect("German");
    assert!(declined.starts_with("Ich verstehe bisher leider nur Englisch") && declined.ends_with(".\n"), "{declined}");
    assert_eq!(decline("Dentists"), None);
}

#[test]
fn the_engine_takes_nothing_of_it() {
    let none = json!([]);
    let said = heard("Wir verkaufen Fahrräder und Zubehör an Familien", "Who buys from you?", &none);
    let engine = BuiltIn::by_words();
    let understood = block_on(engine.understand(&said)).expect("the built-in engine never fails");
    assert_eq!(understood, Understanding { moves: vec![Move::OtherLanguage], ..Understanding::default() });
    let imported = Heard { imported: true, ..said };
    assert_eq!(block_on(engine.understand(&imported)), Ok(Understanding::default()));
}

#[test]
fn what_the_objective_itself_speaks_is_an_answer() {
    let text = "Wir verkaufen an Familien und Vereine";
    assert!(detect_unread(&heard(text, "Who buys from you?", &json!([]))).is_some());
    assert!(detect_unread(&heard(text, "Wer sind die Kunden und was kaufen sie von euch?", &json!([]))).is_none());
    let options = json!([{"value": "families", "label": "Wir verkaufen an Familien und Vereine"}]);
    assert!(detect_unread(&heard(text, "Who buys from you?", &options)).is_none(), "a button that was pressed");
}
