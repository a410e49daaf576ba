//! Objectives of other trades, so that no rule learns the words of one.

use protocol::interview::{ContextType, ObjectiveDefinition};
use serde_json::{Value, json};
use std::sync::Arc;

pub(in super::super) fn built_in(which: ContextType) -> Arc<ObjectiveDefinition> {
    let all = domain::interview::objective::built_in().expect("sound definitions");
    Arc::new(all.into_iter().find(|one| one.context_type == which).expect("one of the three").definition)
}

/// Somebody is to be hired.
pub(super) fn hiring() -> Arc<ObjectiveDefinition> {
    objective(json!([
        {"key": "role", "prompt": "Which role do you want to fill?", "label": "Role", "widgetType": "text", "examples": ["nurse for the night shift", "backend developer"]},
        {"key": "skills", "prompt": "What must the person be able to do?", "label": "Skills", "widgetType": "text", "description": "Abilities and experience that are needed on the first day."},
        {"key": "seniority", "prompt": "How much experience should they have?", "label": "Seniority", "widgetType": "choice",
         "options": [{"value": "junior", "label": "Junior", "synonyms": ["entry level", "graduate"]}, {"value": "mid", "label": "Mid-level"}, {"value": "senior", "label": "Senior", "synonyms": ["experienced"]}]},
        {"key": "headcount", "prompt": "How many people do you want to hire?", "label": "Headcount", "widgetType": "number"},
        {"key": "salary", "prompt": "What salary do you offer?", "label": "Salary", "widgetType": "number"},
        {"key": "start_date", "prompt": "When should they start?", "label": "Start date", "widgetType": "date"},
        {"key": "workplace", "prompt": "Will they work remotely or on site?", "label": "Workplace", "widgetType": "choice",
         "options": [{"value": "remote", "label": "Remote", "synonyms": ["from home"]}, {"value": "onsite", "label": "On site", "synonyms": ["in the office"]}, {"value": "hybrid", "label": "Hybrid"}]},
        {"key": "benefits", "prompt": "Which benefits do you offer?", "label": "Benefits", "widgetType": "multiselect",
         "options": ["Pension", "Health insurance", "Company car", "Flexible hours"]},
        {"key": "reason", "prompt": "Why is the position open?", "label": "Reason", "widgetType": "text"}
    ]))
}

/// A household moves.
pub(super) fn household() -> Arc<ObjectiveDefinition> {
    objective(json!([
        {"key": "moving_date", "prompt": "When do you want to move?", "label": "Moving date", "widgetType": "date"},
        {"key": "origin", "prompt": "Which town are you moving from?", "label": "Origin", "widgetType": "text"},
        {"key": "destination", "prompt": "Which town are you moving to?", "label": "Destination", "widgetType": "text"},
        {"key": "rooms", "prompt": "How many rooms do you have?", "label": "Rooms", "widgetType": "number"},
        {"key": "budget", "prompt": "What is your budget?", "label": "Budget", "widgetType": "number"},
        {"key": "elevator", "prompt": "Is there an elevator?", "label": "Elevator", "widgetType": "choice", "options": ["yes", "no"]},
        {"key": "extras", "prompt": "What else should we take care of?", "label": "Extras", "widgetType": "multiselect",
         "options": [{"value": "packing", "label": "Packing"}, {"value": "cleaning", "label": "Cleaning"}, {"value": "storage", "label": "Storage"}, {"value": "disposal", "label": "Disposal", "synonyms": ["throw away"]}]},
        {"key": "worries", "prompt": "What worries you most about the move?", "label": "Worries", "widgetType": "text"}
    ]))
}

/// A patient comes for the first time.
pub(super) fn intake() -> Arc<ObjectiveDefinition> {
    objective(json!([
        {"key": "complaint", "prompt": "What brings you here today?", "label": "Complaint", "widgetType": "text", "examples": ["back pain", "a cough that does not go away"]},
        {"key": "onset", "prompt": "When did it begin?", "label": "Onset", "widgetType": "text"},
        {"key": "severity", "prompt": "How bad is it?", "label": "Severity", "widgetType": "choice", "options": [{"value": "mild", "label": "Mild", "synonyms": ["light", "slight"]}, {"value": "moderate", "label": "Moderate"}, {"value": "severe", "label": "Severe", "synonyms": ["terrible", "unbearable"]}]},
        {"key": "medication", "prompt": "Which medicines do you take regularly?", "label": "Medication", "widgetType": "text"},
        {"key": "allergies", "prompt": "What are you allergic to?", "label": "Allergies", "widgetType": "text"},
        {"key": "age", "prompt": "How old are you?", "label": "Age", "widgetType": "number"},
        {"key": "smoker", "prompt": "Do you smoke?", "label": "Smoker", "widgetType": "choice", "options": ["yes", "no"]},
        {"key": "conditions", "prompt": "Which of these have you had?", "label": "Conditions", "widgetType": "multiselect", "options": ["Diabetes", "Asthma", "High blood pressure", "Epilepsy"]},
        {"key": "appointment", "prompt": "When would you like to come?", "label": "Appointment", "widgetType": "date"}
    ]))
}

/// Something broke.
pub(super) fn incident() -> Arc<ObjectiveDefinition> {
    objective(json!([
        {"key": "symptom", "prompt": "What goes wrong?", "label": "Symptom", "widgetType": "text", "examples": ["the login page stays blank", "orders are charged twice"]},
        {"key": "affected", "prompt": "Who is affected?", "label": "Affected people", "widgetType": "text"},
        {"key": "affected_count", "prompt": "About how many people are affected?", "label": "Number affected", "widgetType": "number"},
        {"key": "severity", "prompt": "How severe is it?", "label": "Severity", "widgetType": "choice", "options": [{"value": "critical", "label": "Critical", "synonyms": ["outage", "everything is down"]}, {"value": "major", "label": "Major"}, {"value": "minor", "label": "Minor", "synonyms": ["cosmetic"]}]},
        {"key": "cause", "prompt": "What do you think caused it?", "label": "Cause", "widgetType": "text", "description": "The change or event that is suspected."},
        {"key": "workaround", "prompt": "How do people get by for now?", "label": "Workaround", "widgetType": "text"},
        {"key": "environments", "prompt": "Where does it happen?", "label": "Environments", "widgetType": "multiselect", "options": ["Production", "Staging", "Development"]},
        {"key": "fix_due", "prompt": "By when must it be fixed?", "label": "Fix due", "widgetType": "date"},
        {"key": "owner", "prompt": "Who takes care of it?", "label": "Owner", "widgetType": "text"}
    ]))
}

/// Two people marry.
pub(super) fn wedding() -> Arc<ObjectiveDefinition> {
    objective(json!([
        {"key": "style", "prompt": "What should the day feel like?", "label": "Style", "widgetType": "text", "examples": ["simple and outdoors", "grand, with a band"]},
        {"key": "wedding_day", "prompt": "When is the wedding?", "label": "Wedding day", "widgetType": "date"},
        {"key": "guests", "prompt": "How many guests do you expect?", "label": "Guests", "widgetType": "number"},
        {"key": "venue_type", "prompt": "Where would you like to celebrate?", "label": "Venue", "widgetType": "choice", "options": [{"value": "barn", "label": "Barn", "synonyms": ["farm"]}, {"value": "hotel", "label": "Hotel"}, {"value": "castle", "label": "Castle"}, {"value": "home", "label": "At home", "synonyms": ["our garden"]}]},
        {"key": "catering", "prompt": "What must the kitchen be ready for?", "label": "Catering", "widgetType": "multiselect", "options": ["Vegetarian", "Vegan", "Halal", "Kosher"]},
        {"key": "music", "prompt": "Who plays the music?", "label": "Music", "widgetType": "text"},
        {"key": "budget", "prompt": "How much may it cost altogether?", "label": "Budget", "widgetType": "number"},
        {"key": "speeches", "prompt": "Will there be speeches?", "label": "Speeches", "widgetType": "choice", "options": ["yes", "no"]},
        {"key": "must_not", "prompt": "What must not happen on any account?", "label": "Taboos", "widgetType": "text"}
    ]))
}

/// An accident is reported.
pub(super) fn claim() -> Arc<ObjectiveDefinition> {
    objective(json!([
        {"key": "event", "prompt": "What happened?", "label": "Event", "widgetType": "text"},
        {"key": "event_date", "prompt": "On which day did it happen?", "label": "Date of the event", "widgetType": "date"},
        {"key": "place", "prompt": "Where did it happen?", "label": "Place", "widgetType": "text"},
        {"key": "damage", "prompt": "What is damaged?", "label": "Damage", "widgetType": "text"},
        {"key": "damage_amount", "prompt": "How high do you think the damage is?", "label": "Amount of the damage", "widgetType": "number"},
        {"key": "other_party", "prompt": "Who else was involved?", "label": "Other party", "widgetType": "text"},
        {"key": "injured", "prompt": "Was anybody hurt?", "label": "Injuries", "widgetType": "choice", "options": ["yes", "no"]},
        {"key": "police", "prompt": "Did the police come?", "label": "Police", "widgetType": "choice", "options": ["yes", "no"]},
        {"key": "cover", "prompt": "Which cover do you have?", "label": "Cover", "widgetType": "choice", "options": [{"value": "full", "label": "Full cover", "synonyms": ["comprehensive"]}, {"value": "partial", "label": "Partial cover"}, {"value": "third_party", "label": "Third party only", "synonyms": ["liability"]}]}
    ]))
}

/// A day with talks is planned.
pub(super) fn conference() -> Arc<ObjectiveDefinition> {
    objective(json!([
        {"key": "theme", "prompt": "What is the event about?", "label": "Theme", "widgetType": "text", "examples": ["clean energy in small towns", "new ways to teach maths"]},
        {"key": "audience", "prompt": "Who should come?", "label": "Audience", "widgetType": "text", "examples": ["teachers from the region", "young founders"]},
        {"key": "event_day", "prompt": "When does it take place?", "label": "Day of the event", "widgetType": "date"},
        {"key": "attendees", "prompt": "How many people do you expect?", "label": "Attendees", "widgetType": "number"},
        {"key": "helpers", "prompt": "How many of you organise it?", "label": "Organisers", "widgetType": "number"},
        {"key": "place", "prompt": "In which town will it be?", "label": "Town", "widgetType": "text"},
        {"key": "format", "prompt": "Will people meet on site or online?", "label": "Format", "widgetType": "choice", "options": [{"value": "onsite", "label": "On site", "synonyms": ["in person", "in a hall"]}, {"value": "online", "label": "Online", "synonyms": ["video call", "livestream"]}, {"value": "hybrid", "label": "Hybrid"}]},
        {"key": "catering", "prompt": "What should people get to eat and drink?", "label": "Catering", "widgetType": "multiselect", "options": [{"value": "coffee", "label": "Coffee and cake"}, {"value": "lunch", "label": "Lunch", "synonyms": ["warm meal"]}, {"value": "dinner", "label": "Dinner"}, {"value": "drinks", "label": "Evening drinks", "synonyms": ["beer", "wine"]}]},
        {"key": "promotion", "prompt": "How will people hear of it?", "label": "Promotion", "widgetType": "multiselect", "options": [{"value": "newsletter", "label": "Newsletter", "synonyms": ["mailing list"]}, {"value": "posters", "label": "Posters", "synonyms": ["flyers"]}, {"value": "press", "label": "Press", "synonyms": ["newspaper", "radio"]}, {"value": "partners", "label": "Partner organisations", "synonyms": ["partners"]}]},
        {"key": "budget", "prompt": "What may it cost altogether?", "label": "Budget", "widgetType": "number"},
        {"key": "speakers", "prompt": "Who will speak?", "label": "Speakers", "widgetType": "text"},
        {"key": "worry", "prompt": "What could go wrong?", "label": "Worry", "widgetType": "text"},
        {"key": "aim", "prompt": "What do you want to achieve with it?", "label": "Aim", "widgetType": "text"}
    ]))
}

fn objective(mut obligations: Value) -> Arc<ObjectiveDefinition> {
    for one in obligations.as_array_mut().expect("a list") {
        one["collectionType"] = json!("direct_question");
        one["priority"] = json!(5);
        one["fieldPath"] = one["key"].clone();
    }
    Arc::new(serde_json::from_value(json!({"displayName": "A table", "obligations": obligations})).expect("an objective"))
}
