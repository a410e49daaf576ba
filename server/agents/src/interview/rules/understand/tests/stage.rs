//! Objectives and moments for the tables.

use super::super::understand;
use domain::interview::{Heard, HeardTurn, Held, Understanding};
use protocol::{
    Confidence, MessageId, SessionId, TenantId,
    interview::{Asking, ObjectiveDefinition, Speaker, Status, WorkingMemory},
};
use serde_json::{Value, json};
use std::sync::Arc;

/// A move of house, as a removal firm would ask about it.
pub(super) fn removal() -> Arc<ObjectiveDefinition> {
    objective(json!([
        {"key": "moving_day", "fieldPath": "move.day", "prompt": "When do you want to move?", "widgetType": "date"},
        {"key": "from_town", "fieldPath": "move.from", "prompt": "Which town are you moving from?", "widgetType": "text"},
        {"key": "to_town", "fieldPath": "move.to", "prompt": "Which town are you moving to?", "widgetType": "text"},
        {"key": "rooms", "fieldPath": "home.rooms", "prompt": "How many rooms does your home have?", "widgetType": "number"},
        {"key": "budget", "fieldPath": "money.budget", "prompt": "What is your budget for the move?", "widgetType": "number"},
        {"key": "heavy", "fieldPath": "home.heavy", "prompt": "Which heavy things do you have?", "widgetType": "multiselect",
         "options": [{"value": "piano", "synonyms": ["grand piano"]}, {"value": "safe"}, {"value": "pool_table", "label": "Billiard table"}]},
        {"key": "lift", "fieldPath": "home.lift", "prompt": "Is there a lift in the building?", "widgetType": "choice", "options": ["yes", "no"]},
        {"key": "packing", "fieldPath": "move.packing", "prompt": "Who does the packing?", "widgetType": "choice",
         "options": [{"value": "self", "label": "We pack ourselves", "synonyms": ["ourselves", "myself"]}, {"value": "crew", "label": "The crew packs", "synonyms": ["the crew", "you"]}]},
        {"key": "contact", "fieldPath": "person.name", "prompt": "Who should we call on the day?", "label": "Contact person", "widgetType": "text"}
    ]))
}

/// A stay in a hotel, and a restaurant.
pub(super) fn journey() -> Arc<ObjectiveDefinition> {
    objective(json!([
        {"key": "hotel_city", "fieldPath": "hotel.city", "prompt": "City where the hotel is", "widgetType": "text"},
        {"key": "hotel_day", "fieldPath": "hotel.day", "prompt": "Date of the stay in the hotel", "widgetType": "text"},
        {"key": "restaurant_city", "fieldPath": "restaurant.city", "prompt": "City where the restaurant is", "widgetType": "text"},
        {"key": "restaurant_day", "fieldPath": "restaurant.day", "prompt": "Date of the visit to the restaurant", "widgetType": "text"},
        {"key": "restaurant_food", "fieldPath": "restaurant.food", "prompt": "Food served by the restaurant", "widgetType": "text"}
    ]))
}

/// A journey by train or bus, with a stay, a meal and an insurance.
pub(super) fn travels() -> Arc<ObjectiveDefinition> {
    objective(json!([
        {"key": "train_from", "fieldPath": "train.from", "prompt": "City where the train departs", "widgetType": "text"},
        {"key": "train_to", "fieldPath": "train.to", "prompt": "City where the train arrives", "widgetType": "text"},
        {"key": "train_people", "fieldPath": "train.people", "prompt": "Number of people on the train", "widgetType": "text"},
        {"key": "bus_from", "fieldPath": "bus.from", "prompt": "City where the bus departs", "widgetType": "text"},
        {"key": "bus_to", "fieldPath": "bus.to", "prompt": "City where the bus arrives", "widgetType": "text"},
        {"key": "bus_people", "fieldPath": "bus.people", "prompt": "Number of people on the bus", "widgetType": "text"},
        {"key": "hotel_city", "fieldPath": "hotel.city", "prompt": "City where the hotel is", "widgetType": "text"},
        {"key": "hotel_people", "fieldPath": "hotel.people", "prompt": "Number of people staying in the hotel", "widgetType": "text"},
        {"key": "restaurant_city", "fieldPath": "restaurant.city", "prompt": "City where the restaurant is", "widgetType": "text"},
        {"key": "restaurant_food", "fieldPath": "restaurant.food", "prompt": "Food served by the restaurant", "widgetType": "text"},
        {"key": "restaurant_people", "fieldPath": "restaurant.people", "prompt": "Number of people in the restaurant", "widgetType": "text"},
        {"key": "insurance_kind", "fieldPath": "insurance.kind", "prompt": "What the insurance covers", "widgetType": "text"}
    ]))
}

/// A table is wanted.
pub(super) fn outing() -> Arc<ObjectiveDefinition> {
    objective(json!([
        {"key": "area", "fieldPath": "area", "prompt": "In which part of the town?", "label": "Area", "widgetType": "choice", "options": ["north", "south", "centre"]},
        {"key": "day", "fieldPath": "day", "prompt": "On which day?", "label": "Day", "widgetType": "date"},
        {"key": "people", "fieldPath": "people", "prompt": "For how many people?", "label": "People", "widgetType": "number"},
        {"key": "food", "fieldPath": "food", "prompt": "What would you like to eat?", "label": "Food", "widgetType": "text"}
    ]))
}

/// A firm about itself.
pub(super) fn firm() -> Arc<ObjectiveDefinition> {
    objective(json!([
        {"key": "offering", "fieldPath": "offering", "prompt": "What does your company do?", "label": "Offering", "widgetType": "text"},
        {"key": "target_market", "fieldPath": "market.target", "prompt": "Who do you sell to?", "label": "Target market", "widgetType": "text"},
        {"key": "company_size", "fieldPath": "size", "prompt": "How large are the companies you sell to?", "label": "Customer size", "widgetType": "choice",
         "options": [{"value": "small", "label": "Small businesses", "synonyms": ["SMB", "small companies"]}, {"value": "mid", "label": "Mid-market"}, {"value": "enterprise", "label": "Enterprise", "synonyms": ["large corporations"]}]},
        {"key": "channels", "fieldPath": "channels", "prompt": "Through which channels do you sell?", "label": "Sales channels", "widgetType": "multiselect",
         "options": ["Online shop", "Retail", "Partners", "Field sales"]},
        {"key": "employees", "fieldPath": "employees", "prompt": "How many employees do you have?", "label": "Employees", "widgetType": "number"},
        {"key": "revenue", "fieldPath": "revenue", "prompt": "What is your annual revenue?", "label": "Annual revenue", "widgetType": "number"},
        {"key": "margin", "fieldPath": "margin", "prompt": "What is your profit margin?", "label": "Profit margin", "widgetType": "number"},
        {"key": "launch", "fieldPath": "launch", "prompt": "When do you plan to launch?", "label": "Launch date", "widgetType": "date"},
        {"key": "regulated", "fieldPath": "regulated", "prompt": "Is your industry regulated?", "label": "Regulated industry", "widgetType": "choice", "options": ["yes", "no"]},
        {"key": "obstacles", "fieldPath": "obstacles", "prompt": "What stands in the way?", "label": "Obstacles", "widgetType": "text"}
    ]))
}

pub(super) fn objective(mut obligations: Value) -> Arc<ObjectiveDefinition> {
    for one in obligations.as_array_mut().expect("a list") {
        one["collectionType"] = json!("direct_question");
        one["priority"] = json!(5);
    }
    Arc::new(serde_json::from_value(json!({"displayName": "A table", "obligations": obligations})).expect("an objective"))
}

pub(super) struct Stage {
    heard: Heard,
}

impl Stage {
    /// 3 March 2027, a Wednesday.
    pub(super) fn new(definition: &Arc<ObjectiveDefinition>) -> Self {
        let held = definition
            .obligations
            .iter()
            .map(|one| Held {
                key: one.key.clone(),
                status: Status::Pending,
                value: None,
                confidence: Confidence::NONE,
                turn: None,
                value_seq: 0,
                proposed: None,
            })
            .collect();
        let heard = Heard {
            tenant: TenantId(uuid()),
            session: SessionId(uuid()),
            memory: WorkingMemory::default(),
            definition: definition.clone(),
            held,
            asked: None,
            history: Vec::new(),
            text: String::new(),
            today: (2027, 3, 3),
            imported: false,
            ranked: Vec::new(),
        };
        Self { heard }
    }

    pub(super) fn asked(mut self, key: &str) -> Self {
        self.heard.asked = Some((key.to_owned(), Asking::Question));
        let prompt = self.heard.definition.obligations.iter().find(|one| one.key == key).expect("a key").prompt.clone();
        self.turn(Speaker::Agent, &prompt)
    }

    pub(super) fn read_back(mut self, key: &str) -> Self {
        self.heard.asked = Some((key.to_owned(), Asking::ReadBack));
        self
    }

    pub(super) fn settling(mut self, key: &str) -> Self {
        self.heard.asked = Some((key.to_owned(), Asking::Negotiation));
        self
    }

    pub(super) fn held(mut self, key: &str, value: impl Into<Value>) -> Self {
        let one = self.heard.held.iter_mut().find(|one| one.key == key).expect("a key");
        one.value = Some(value.into());
        one.status = Status::Satisfied;
        self
    }

    /// What is held was said in this turn of the person.
    pub(super) fn said_in(mut self, key: &str, turn: u32) -> Self {
        let one = self.heard.held.iter_mut().find(|one| one.key == key).expect("a key");
        (one.turn, one.value_seq) = (Some(turn), turn.into());
        self
    }

    /// What is held was chosen by hand at this moment.
    pub(super) fn chosen_at(mut self, key: &str, value_seq: u64) -> Self {
        self.heard.held.iter_mut().find(|one| one.key == key).expect("a key").value_seq = value_seq;
        self
    }

    /// Asked before and not answered.
    pub(super) fn left_open(mut self, key: &str) -> Self {
        let one = self.heard.held.iter_mut().find(|one| one.key == key).expect("a key");
        one.status = Status::InProgress;
        self
    }

    /// Another value was put against the held one.
    pub(super) fn against(mut self, key: &str, value: impl Into<Value>) -> Self {
        self.heard.held.iter_mut().find(|one| one.key == key).expect("a key").proposed = Some(value.into());
        self.settling(key)
    }

    pub(super) fn turn(mut self, speaker: Speaker, text: &str) -> Self {
        self.heard.history.push(HeardTurn { id: MessageId(uuid()), speaker, text: text.to_owned() });
        self
    }

    pub(super) fn imported(mut self) -> Self {
        self.heard.imported = true;
        self.heard.asked = None;
        self
    }

    /// The moment in which this is said.
    pub(super) fn heard(mut self, text: &str) -> Heard {
        self.heard.text = text.to_owned();
        self.heard
    }

    /// Every quote is checked on the way.
    pub(super) fn says(mut self, text: &str) -> Understanding {
        self.heard.text = text.to_owned();
        let understood = understand(&self.heard);
        for finding in &understood.findings {
            let source = finding.quote.turn.map_or(self.heard.text.as_str(), |at| self.heard.history[at].text.as_str());
            let quote = source.get(finding.quote.start..finding.quote.end);
            assert!(quote.is_some_and(|quote| !quote.is_empty()), "{text:?}: the quote of {finding:?} is not in its turn");
        }
        understood
    }
}

fn uuid<T: std::str::FromStr>() -> T
where
    T::Err: std::fmt::Debug,
{
    "00000000-0000-7000-8000-000000000000".parse().expect("an id")
}

/// The values of a message by key.
pub(super) fn values(understood: &Understanding) -> Vec<(String, Value)> {
    understood.findings.iter().map(|one| (one.key.clone(), one.value.clone())).collect()
}

pub(super) fn value(understood: &Understanding, key: &str) -> Option<Value> {
    understood.findings.iter().find(|one| one.key == key).map(|one| one.value.clone())
}
