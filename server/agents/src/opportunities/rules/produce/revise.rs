//! Producers' answers to a rejection: what the checks name is put right from the findings and the patterns; a reviewer's guidance is
//! followed where it can be, and always stays visible.

use super::{
    super::validate::validate,
    assess::spec,
    design::{design, follow},
    frame::{areas, evidence, strongest_first},
    phrase::clipped,
    problem::{reworded, statement},
    rewrite::{at_fault, clean, quotes},
    split::split,
    words::{find_listed, numbers, quoted, sentence, sentences, subject},
};
use domain::opportunities::{Context, Revised};
use protocol::opportunities::{
    Artifact, Boundary, Brief,
    Check::{self, *},
    Finding, Opportunity, Rejection, Solution, Spec,
};

/// What a rejection asks for.
struct Wish<'r> {
    checks: Vec<Check>,
    /// Words at fault.
    faults: Vec<String>,
    /// A sentence without checks, as far as it may be repeated.
    guidance: Option<&'r str>,
}

pub(super) fn revise(boundary: Boundary, item: &Opportunity, rejection: &Rejection, context: &Context) -> Revised {
    let Some(before) = item.artifact(boundary) else { return Revised::Nothing("There is nothing to revise yet.".into()) };
    let wish = Wish::new(boundary, item, &before, rejection);
    let candidates = match &before {
        Artifact::Brief { brief } => {
            let is_bundled = wish.has(&[SeveralIssues]) || (brief.findings.len() > 1 && wish.has(&[Incoherent]));
            if let Some(parts) = split(brief, context).filter(|_| is_bundled && !is_measured(brief, context)) {
                return Revised::Split(parts);
            }
            briefs(brief, &wish, context)
        }
        Artifact::Solution { solution } => solutions(item, solution, &wish, context),
        Artifact::Spec { spec } => specs(item, spec, &wish, context),
    };
    let left = |artifact: &Artifact| validate(boundary, artifact).map_or(0, |doubt| doubt.checks.len());
    let best = candidates.into_iter().filter(|one| *one != before).min_by_key(left);
    let nothing = || Revised::Nothing("The findings and the patterns give nothing better for what was rejected.".into());
    best.map_or_else(nothing, Revised::Replaced)
}

impl<'r> Wish<'r> {
    fn new(boundary: Boundary, item: &Opportunity, before: &Artifact, rejection: &'r Rejection) -> Self {
        let (mut checks, mut faults) = (rejection.checks.clone(), quotes(&rejection.reason));
        let mut guidance = None;
        if checks.is_empty() {
            let text = rejection.reason.trim();
            // A reviewer's own words may be repeated; of another's, numbers and names are not known.
            let is_reviewers = item.guidance.as_deref().is_some_and(|guidance| guidance.contains(text));
            let has_names = || sentences(text).into_iter().any(|one| one.chars().skip(1).any(char::is_uppercase));
            guidance = Some(text).filter(|text| !text.is_empty() && (is_reviewers || (numbers(text).is_empty() && !has_names())));
            // What is wrong by the rules may be what was meant.
            if let Some(doubt) = validate(boundary, before) {
                faults.extend(quotes(&doubt.reason));
                checks = doubt.checks;
            }
        }
        Self { checks, faults, guidance }
    }

    fn has(&self, checks: &[Check]) -> bool {
        self.checks.iter().any(|check| checks.contains(check))
    }

    fn refill<T: Clone>(&self, checks: &[Check], list: &mut Vec<T>, fresh: &[T]) {
        if self.has(checks) || list.is_empty() {
            *list = fresh.to_vec();
        }
    }

    /// Without the words at fault: those that the reason quotes, and those that are known.
    fn clean(&self, text: &str, area: &str) -> String {
        let is_about_words = self.has(&[Subjective, Ambiguous, NotVerifiable, VaguePronoun]);
        let drops = self.guidance.is_some_and(|text| find_listed("drops", text).is_some());
        let mut faults = if is_about_words || drops { self.faults.clone() } else { Vec::new() };
        if is_about_words && faults.is_empty() {
            faults = at_fault("vague", text);
        }
        if self.has(&[VaguePronoun]) {
            faults.extend(at_fault("pronouns", text));
        }
        clean(text, &faults, area)
    }

    /// The area that a reviewer narrows to.
    fn narrowed(&self) -> Option<String> {
        let text = self.guidance?;
        let rest = &text[find_listed("narrows", text)?.1..];
        let rest = rest.split([',', ';', '.', ':', '\n']).next().unwrap_or_default().trim();
        let area = clipped(rest.trim_start_matches("on ").trim_start_matches("to ").trim_start_matches("the "));
        Some(area).filter(|area| !subject(area).is_empty())
    }

    fn visible(&self) -> Option<String> {
        self.guidance.map(|text| sentence(&format!("Guidance of the review: {}", quoted(text))))
    }
}

/// Whether it rests on one insight of a run: its sentences say one thing, however many there are.
fn is_measured(brief: &Brief, context: &Context) -> bool {
    let findings: Vec<&Finding> = context.findings_of(brief).collect();
    let of_a_run =
        |finding: &Finding| !finding.evidence.is_empty() && finding.evidence.iter().all(|one| one.source_type == "insight");
    matches!(findings.as_slice(), [finding] if of_a_run(finding))
}

fn briefs(old: &Brief, wish: &Wish<'_>, context: &Context) -> Vec<Artifact> {
    let findings: Vec<&Finding> = context.findings_of(old).collect();
    let strongest = strongest_first(&findings);
    let again = Some(statement(&strongest)).filter(|text| !text.is_empty() && *text != old.problem_statement);
    let mut new = old.clone();
    if wish.has(&[SolutionForProblem]) {
        let reworded = || sentences(&old.problem_statement).into_iter().map(reworded).collect::<Vec<_>>().join(" ");
        new.problem_statement = again.clone().unwrap_or_else(reworded);
    }
    new.problem_statement = wish.clean(&new.problem_statement, &new.affected_area);
    if old.evidence.is_empty() {
        new.evidence = findings.iter().flat_map(|finding| evidence(finding, context.now)).collect();
    }
    new.stage_hints.extend(wish.visible().filter(|hint| !old.stage_hints.contains(hint)));
    new.affected_area = wish.narrowed().unwrap_or(new.affected_area);
    let mut all = vec![new];
    if wish.has(&[SeveralIssues]) {
        // What it says first, with as many of the details as make one issue.
        let stated: Vec<String> = sentences(&all[0].problem_statement).into_iter().map(sentence).collect();
        let shorter = |count: usize| Brief { problem_statement: stated[..count].join(" "), ..all[0].clone() };
        let shorter: Vec<Brief> = (1..stated.len()).rev().map(shorter).collect();
        all.extend(shorter);
    }
    if wish.has(&[NoSurface, Incoherent]) {
        // Another area, and where that is not enough, a statement from the findings, which may name what the area does not.
        let areas = areas(&strongest).into_iter().take(6);
        let named: Vec<Brief> = areas.map(|area| Brief { affected_area: area, ..all[0].clone() }).collect();
        let stated =
            again.iter().flat_map(|text| named.iter().map(|one| Brief { problem_statement: text.clone(), ..one.clone() }));
        all = stated.collect();
        all.splice(0..0, named);
    }
    all.into_iter().map(|brief| Artifact::Brief { brief: Box::new(brief) }).collect()
}

fn solutions(item: &Opportunity, old: &Solution, wish: &Wish<'_>, context: &Context) -> Vec<Artifact> {
    let fresh = Solution { validation_warnings: old.validation_warnings.clone(), ..design(item, context) };
    let mut new = old.clone();
    wish.refill(&[NoCriteria], &mut new.success_metrics, &fresh.success_metrics);
    let clean = |mut one: Solution| {
        for text in [&mut one.proposed_solution, &mut one.experiment_plan] {
            *text = wish.clean(text, &item.brief.affected_area);
        }
        let guidance = wish.guidance.map(follow).filter(|text| !one.experiment_plan.contains(text.trim()));
        one.experiment_plan.push_str(&guidance.unwrap_or_default());
        Artifact::Solution { solution: Box::new(one) }
    };
    [new, fresh].map(clean).into()
}

fn specs(item: &Opportunity, old: &Spec, wish: &Wish<'_>, context: &Context) -> Vec<Artifact> {
    let fresh = Spec { validation_warnings: old.validation_warnings.clone(), ..spec(item, context) };
    let mut new = old.clone();
    wish.refill(&[NoRisks], &mut new.risks, &fresh.risks);
    wish.refill(&[NoConstraints], &mut new.constraints, &fresh.constraints);
    wish.refill(&[NoCriteria, NotVerifiable], &mut new.acceptance_criteria, &fresh.acceptance_criteria);
    let clean = |mut one: Spec| {
        for text in std::iter::once(&mut one.approach).chain(&mut one.acceptance_criteria).chain(&mut one.constraints) {
            *text = wish.clean(text, &item.brief.affected_area);
        }
        let hint = wish.visible().filter(|hint| !one.constraints.contains(hint));
        one.constraints.extend(hint);
        Artifact::Spec { spec: Box::new(one) }
    };
    [new, fresh].map(clean).into()
}
