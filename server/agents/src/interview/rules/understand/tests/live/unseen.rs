//! Two trades that were set aside: a clinic's intake and a broken program.

use super::{
    after, check,
    objectives::{incident, intake},
    row,
};

#[test]
fn a_patient() {
    const HELD: &[(&str, &str)] = &[("medication", "aspirin"), ("age", "41")];
    check(
        &intake(),
        &[
            row("complaint", "I've had a bad cough for two weeks", &[("complaint", "bad cough for two weeks")]),
            row("complaint", "My knee hurts when I climb stairs", &[("complaint", "!My knee hurts when I climb stairs")]),
            row("complaint", "Well, mostly headaches and dizziness", &[("complaint", "!headaches and dizziness")]),
            row("onset", "about three weeks ago", &[("onset", "~three weeks ago")]),
            row("severity", "It's unbearable", &[("severity", "!severe")]),
            row("severity", "not severe, just mild", &[("severity", "mild")]),
            row(
                "medication",
                "Ibuprofen, and something for my blood pressure",
                &[("medication", "!Ibuprofen, and something for my blood pressure"), ("?conditions", "High blood pressure")],
            ),
            row("complaint", "I'm allergic to penicillin", &[("allergies", "penicillin")]),
            row("allergies", "Nuts and cats. I don't smoke.", &[("allergies", "!Nuts and cats"), ("smoker", "no")]),
            row("age", "I'm 41", &[("age", "!41")]),
            row("smoker", "not any more", &[("smoker", "no")]),
            row("smoker", "Yes, ten a day", &[("smoker", "yes")]),
            row("conditions", "Asthma and high blood pressure", &[("conditions", "!Asthma+High blood pressure")]),
            row("conditions", "everything but epilepsy", &[("conditions", "Diabetes+Asthma+High blood pressure")]),
            row("appointment", "next Tuesday would be great", &[("appointment", "!2027-03-09")]),
            after(HELD, "complaint", "It's not aspirin any more, it's ibuprofen", &[("medication", "!ibuprofen")]),
            after(HELD, "complaint", "Sorry, my age is 42", &[("age", "!42")]),
            row("complaint", "Why do you need that?", &[]),
            row("severity", "I don't know", &[]),
        ],
    );
}

#[test]
fn a_broken_program() {
    const HELD: &[(&str, &str)] = &[("owner", "Priya"), ("severity", "minor")];
    check(
        &incident(),
        &[
            row(
                "symptom",
                "The checkout page shows a blank screen since Monday",
                &[("symptom", "!The checkout page shows a blank screen since Monday")],
            ),
            row(
                "symptom",
                "Orders are charged twice in production",
                &[("symptom", "!Orders are charged twice in production"), ("environments", "Production")],
            ),
            row("affected", "It's mainly customers in Germany", &[("affected", "!customers in Germany")]),
            row(
                "affected",
                "Around 300 people are affected",
                &[("affected_count", "~300"), ("?affected", "~300 people are affected")],
            ),
            row("affected_count", "a couple of hundred", &[("affected_count", "~200")]),
            row("affected_count", "1,200 or so", &[("affected_count", "~1200")]),
            row("severity", "everything is down!", &[("severity", "!critical")]),
            row("cause", "I think it was the deployment last night", &[("cause", "~deployment last night")]),
            row("symptom", "The cause is a bad database migration", &[("cause", "!bad database migration")]),
            row(
                "cause",
                "Our workaround is restarting the server every hour",
                &[("workaround", "!restarting the server every hour")],
            ),
            row("workaround", "They reload the page", &[("workaround", "!They reload the page")]),
            row("environments", "Both staging and production", &[("environments", "Staging+Production")]),
            row("fix_due", "tomorrow evening at the latest", &[("fix_due", "2027-03-04")]),
            row("owner", "Tom Becker from the platform team", &[("owner", "!Tom Becker from the platform team")]),
            after(HELD, "cause", "No, the owner is Sam", &[("owner", "!Sam")]),
            after(HELD, "cause", "Change the severity to critical", &[("severity", "!critical")]),
            row("cause", "What does workaround mean?", &[]),
            row("symptom", "you idiot", &[]),
            row("fix_due", "It must be fixed by Friday and the owner is Priya", &[("fix_due", "2027-03-05"), ("owner", "Priya")]),
        ],
    );
}
