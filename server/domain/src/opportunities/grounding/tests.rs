use super::*;

const MATERIAL: [&str; 4] = [
    "Checkout fails at the address form",
    "1,234 of 2,600 customers (47.5 %) give up at the address form; 12 000 orders are lost a year, about 1.2 million EUR.",
    "Stripe answered 503 on 2025-03-14. Support says: “I can never find where to put my postcode”. The share is 0.31.",
    "Three customers of Acme Corp wait forty-seven days for GDPR exports in PostgreSQL.",
];

fn check(text: &str, expected: &[&str]) {
    assert_eq!(invented(&[text], &MATERIAL), expected, "{text}");
}

#[test]
fn numbers_that_the_material_has_pass_however_they_are_written() {
    for text in [
        "1234 customers",
        "1.234 customers",
        "1\u{202f}234 customers",
        "1'234 customers",
        "1.23k customers",
        "47.5% and 47.6 %",
        "0.475 of all is 47.5 %",
        "31 % of all",
        "12,000 orders and 12000 orders",
        "EUR 1,200,000 or 1.2M",
        "On 2025-03-14 it answered 503.",
        "3 customers wait 47 days",
        "Reachable 24/7",
        "1. First\n2) Second\n 3. Third",
        "covid19, P1 and item_7 are no numbers, nor are 5xx and 5G",
        "two or three ways, a hundred times",
    ] {
        let numbers: Vec<String> =
            invented(&[text], &MATERIAL).into_iter().filter(|one| one.contains(char::is_numeric)).collect();
        assert!(numbers.is_empty(), "{text}: {numbers:?}");
    }
}

#[test]
fn numbers_that_the_material_lacks_are_found() {
    for (text, expected) in [
        ("47 customers", &[][..]),
        ("48 % give up", &["48 %"]),
        ("1,300 customers", &["1,300"]),
        ("it costs 1.3 million", &["1.3"]),
        ("3.5x faster within 30 days", &["3.5", "30"]),
        ("cut it by 15%, then by 15%", &["15 %"]),
        ("eighty-one customers, fifteen of them new", &["eighty-one", "fifteen"]),
        ("it fell to 1", &["1"]),
        ("wait 500ms", &["500"]),
        ("version 1.2.3", &["1.2.3"]),
        ("-5 degrees", &["5"]),
    ] {
        check(text, expected);
    }
}

#[test]
fn names_that_the_material_lacks_are_found() {
    for (text, expected) in [
        ("customers of Globex Industries leave", &["Globex Industries"][..]),
        ("They move to Adyen, Klarna and Acme", &["Adyen", "Klarna"]),
        ("PayPal fails", &["PayPal"]),
        ("it breaks the HIPAA rules", &["HIPAA"]),
        ("providers, e.g. Adyen, fail", &["Adyen"]),
        ("providers (Adyen) fail", &["Adyen"]),
        ("Adyen's form fails, and Adyen knows", &["Adyen"]),
        ("The page “Express Payment” fails", &["Express Payment"]),
        ("A customer wrote \"it never once worked for me\"", &["it never once worked for me"]),
        ("an index of `Ledger_Archive`", &["Ledger_Archive"]),
    ] {
        check(text, expected);
    }
}

#[test]
fn ordinary_english_names_nobody() {
    for text in [
        "Customers abandon the Address Form. Support cannot help them. I doubt that this changes by Monday, or in March.",
        "Stripe's API answers with an error; Acme Corp's exports (PDFs, CSVs) wait.",
        "Risk: Customers leave. Mitigation: Warn them — Then retry.",
        "- Given a customer, When the form is sent, Then it MUST be kept",
        "Mobile Signup Funnel: Drop After the Payment Step",
        "Checkout Payment Flow",
        "OpportunityBrief and TechnicalSpec go from the SolutionDesigner to the TPMAgent.",
        "An A/B test by the Data team shows whether variant B of the UI is faster at p95.",
        "“I can never find where to put my postcode” says one of them",
        "Mark it as \"done\" and emit `form_saved`.",
        "Is it the Postcode? Maybe! Perhaps: Yes… The end.",
        "Die Kunden finden das Feld für die Postleitzahl nicht und verlassen die Kasse.",
        "THE WHOLE TEXT SHOUTS",
        "",
    ] {
        check(text, &[]);
    }
}

#[test]
fn a_word_that_is_also_written_small_is_no_name() {
    assert!(invented(&["the Refund page", "a refund takes long"], &[]).is_empty());
    assert_eq!(invented(&["the Refund page takes long"], &[]), ["Refund"]);
}
