//! Small objectives and views.

use crate::MORNING;
use protocol::{
    ObjectiveId, SessionId,
    interview::{
        CollectionType, Completion, ContextType, InterviewView, ObjectiveDefinition, Obligation, ObligationTemplate, Phase,
        Phases, SessionStatus, WidgetType,
    },
};
use std::sync::Arc;
use uuid::Uuid;

/// A text obligation of priority 5.
#[must_use]
pub fn template(key: &str) -> ObligationTemplate {
    ObligationTemplate {
        key: key.into(),
        field_path: format!("profile.{key}"),
        prompt: format!("What is the {}?", key.replace('_', " ")),
        collection_type: CollectionType::DirectQuestion,
        widget_type: WidgetType::Text,
        options: Vec::new(),
        unit: None,
        min: None,
        max: None,
        dependencies: Vec::new(),
        priority: 5,
        satisfied_when: None,
        category: None,
        expertise_required: None,
        max_attempts: None,
        label: None,
        description: None,
        why: None,
        examples: Vec::new(),
        rephrasings: Vec::new(),
        follow_up_strategy: None,
        pool_id: None,
        origin_layer: None,
        origin_source_id: None,
    }
}

/// An objective of these obligations, none required.
#[must_use]
pub fn definition(obligations: Vec<ObligationTemplate>) -> ObjectiveDefinition {
    ObjectiveDefinition {
        display_name: "Test objective".into(),
        description: String::new(),
        obligations,
        phases: Phases::default(),
        completion: Completion { min_obligations_satisfied: 1, min_confidence_score: 0.5, required_obligations: Vec::new() },
    }
}

/// An interview over text obligations with these keys, nothing known.
#[must_use]
pub fn view(keys: &[&str]) -> InterviewView {
    over(definition(keys.iter().map(|key| template(key)).collect()))
}

fn over(definition: ObjectiveDefinition) -> InterviewView {
    let obligations = definition
        .obligations
        .iter()
        .map(|template| Obligation {
            key: template.key.clone(),
            dependencies_resolved: template.dependencies.is_empty(),
            ..Obligation::default()
        })
        .collect();
    InterviewView {
        id: SessionId(Uuid::from_u128(1)),
        context_type: ContextType::IdeaDiscovery,
        objective_id: ObjectiveId(Uuid::from_u128(2)),
        objective_version: "1.0.0".into(),
        guest: None,
        title: definition.display_name.clone(),
        definition: Arc::new(definition),
        status: SessionStatus::Active,
        phase: Phase::Opening,
        turn_count: 0,
        obligations,
        completeness: Arc::default(),
        memory: Arc::default(),
        messages: Vec::new(),
        asked: None,
        replying: None,
        going_on: Vec::new(),
        planned: false,
        fell_back: None,
        offered: false,
        recapped: None,
        rewording: None,
        unread: Vec::new(),
        answering: None,
        heard_seq: 0,
        branches: Vec::new(),
        retired: Vec::new(),
        conflicts: Vec::new(),
        summaries: Vec::new(),
        reevaluated: None,
        research: Vec::new(),
        created_at: MORNING,
        updated_at: MORNING,
        seq: 1,
    }
}
