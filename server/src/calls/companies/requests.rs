//! A search as somebody entered it on the page, checked by the same rules as one of a program.

use app::pages::companies::calls::SearchWish;
use domain::{Failure, companies::parse_request};
use protocol::{
    account::Account,
    companies::{CompanyRequest, Constraints},
};
use serde_json::{Value, json};

/// Also what somebody has seen.
pub(super) const ALL: &str = "all";
const LONGEST_QUERY: usize = 500;
/// Characters of a field that is not the query.
const LONGEST_FIELD: usize = 200;

/// # Errors
/// 422 that names the field.
pub(super) fn request(wish: &SearchWish, who: &Account) -> Result<CompanyRequest, Failure> {
    if wish.query.trim().is_empty() {
        return Err(Failure::invalid("query", "say what you are looking for"));
    }
    check_lengths(wish)?;
    let most = match wish.max_results.trim() {
        "" => Value::Null,
        entered => match entered.parse::<u32>() {
            Ok(most @ 1..=100) => json!(most),
            _ => return Err(Failure::invalid("max_results", "results at most: enter a whole number from 1 to 100")),
        },
    };
    let novelty = match wish.novelty.as_str() {
        "" | ALL => Value::Null,
        other => json!(other),
    };
    let filled = |text: &String| Some(text.trim()).filter(|text| !text.is_empty()).map_or(Value::Null, |text| json!(text));
    let body = json!({
        "queryText": wish.query,
        "constraints": {
            "country": filled(&wish.country),
            "emirate": filled(&wish.emirate),
            "city": filled(&wish.city),
            "area": filled(&wish.area),
            "areaType": filled(&wish.area_type),
        },
        "sinceTimestamp": filled(&wish.since),
        "noveltyMode": novelty,
        "options": {"maxResults": most},
    });
    let request = parse_request(&body, &[&who.tenant_id.to_string()])?;
    Ok(request)
}

/// No field of the form is longer than it can be.
///
/// # Errors
/// 422.
pub(super) fn check_lengths(wish: &SearchWish) -> Result<(), Failure> {
    if wish.query.trim().chars().count() > LONGEST_QUERY {
        return Err(Failure::invalid("query", format!("what you are looking for has at most {LONGEST_QUERY} characters")));
    }
    let SearchWish { country, emirate, city, area, area_type, novelty, since, max_results, .. } = wish;
    let fields = [country, emirate, city, area, area_type, novelty, since, max_results];
    if fields.into_iter().any(|text| text.chars().count() > LONGEST_FIELD) {
        return Err(Failure::invalid("wish", format!("a field has at most {LONGEST_FIELD} characters")));
    }
    Ok(())
}

/// Fills what nobody entered.
pub(super) fn fill(wish: &mut SearchWish, query: String, places: Constraints) {
    let Constraints { country, emirate, city, area, area_type } = places;
    let area_type = area_type.map(|kind| kind.name().to_owned());
    if [&wish.country, &wish.emirate, &wish.city, &wish.area, &wish.area_type].into_iter().all(String::is_empty) {
        [wish.country, wish.emirate, wish.city, wish.area, wish.area_type] =
            [country, emirate, city, area, area_type].map(Option::unwrap_or_default);
    }
    if wish.query.is_empty() {
        wish.query = query;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use protocol::{TenantId, UserId, account::Role, companies::NoveltyMode};
    use uuid::Uuid;

    fn who() -> Account {
        Account {
            user_id: UserId(Uuid::nil()),
            tenant_id: TenantId(Uuid::nil()),
            tenant_slug: "t".into(),
            name: "Ada".into(),
            email: "ada@example.test".into(),
            role: Role::Member,
        }
    }

    #[test]
    fn what_was_entered_is_a_request_and_what_is_wrong_is_named() {
        let wish = SearchWish { query: " Banks ".into(), city: "Dubai".into(), max_results: "7".into(), ..SearchWish::default() };
        let made = request(&wish, &who()).expect("a request");
        assert_eq!((made.query_text.as_str(), made.options.max_results, made.novelty), ("Banks", 7, NoveltyMode::Strict));
        assert_eq!(made.constraints, Constraints { city: Some("Dubai".into()), ..Constraints::default() });
        let with = |change: fn(&mut SearchWish)| {
            let mut changed = wish.clone();
            change(&mut changed);
            request(&changed, &who())
        };
        assert_eq!(
            with(|wish| wish.novelty = "allow_new_evidence".into()).expect("a request").novelty,
            NoveltyMode::AllowNewEvidence
        );
        assert!(with(|wish| wish.novelty = ALL.into()).is_ok());
        for wrong in [
            with(|wish| wish.query = " ".into()),
            with(|wish| wish.query = "x".repeat(501)),
            with(|wish| wish.city = "x".repeat(201)),
            with(|wish| wish.max_results = "0".into()),
            with(|wish| wish.max_results = "many".into()),
            with(|wish| wish.since = "yesterday".into()),
            with(|wish| wish.area_type = "moon".into()),
            with(|wish| wish.novelty = "new".into()),
        ] {
            assert!(wrong.is_err(), "{wrong:?}");
        }
    }

    #[test]
    fn an_interview_fills_only_what_nobody_entered() {
        let places = Constraints { area: Some("ADGM".into()), ..Constraints::default() };
        let mut wish = SearchWish { query: "Banks".into(), ..SearchWish::default() };
        fill(&mut wish, "Companies".into(), places.clone());
        assert_eq!((wish.query.as_str(), wish.area.as_str()), ("Banks", "ADGM"));
        let mut wish = SearchWish { city: "Dubai".into(), ..SearchWish::default() };
        fill(&mut wish, "Companies".into(), places);
        assert_eq!((wish.query.as_str(), wish.area.as_str()), ("Companies", ""));
    }
}
