//! The palette's question: what has a title like that.

use super::projects::encoded;
use crate::backend::Backend;
use app::{
    calls::CallFault,
    pages::titles::{TitleCalls, TitledKind as Shown, TitledShown},
};
use async_trait::async_trait;
use domain::{
    Failure,
    titles::{TitleQuery, TitleRow, TitledKind},
};
use protocol::account::Account;

/// Of each kind.
const EACH: u32 = 5;
/// Characters of the words that are looked for.
const LONGEST_WORDS: usize = 200;
/// Characters of a title; what people ask may be longer.
const LONGEST_TITLE: usize = 120;

pub(crate) struct TitleDesk(pub Backend);

#[async_trait]
impl TitleCalls for TitleDesk {
    async fn find(&self, who: &Account, words: String) -> Result<Vec<TitledShown>, CallFault> {
        if words.chars().count() > LONGEST_WORDS {
            return Err(Failure::invalid("words", format!("search for at most {LONGEST_WORDS} characters")).into());
        }
        let query = TitleQuery { tenant: who.tenant_id, user: who.user_id, words, each: EACH };
        let rows = self.0.titles().find_titles(query).await.map_err(Failure::from)?;
        Ok(rows.into_iter().map(to_titled).collect())
    }
}

fn to_titled(row: TitleRow) -> TitledShown {
    let TitleRow { kind, id, project, title } = row;
    let (in_project, name) = project.map_or_else(Default::default, |(id, name)| (format!("/projects/{id}"), name));
    let (kind, href) = match kind {
        TitledKind::Project => (Shown::Project, in_project),
        TitledKind::Table => (Shown::Table, format!("{in_project}/sources/{id}/tables/{}", encoded(&title))),
        TitledKind::Document => (Shown::Document, format!("{in_project}/sources/{id}")),
        TitledKind::Source => (Shown::Source, format!("{in_project}/sources/{id}")),
        TitledKind::Run => (Shown::Run, format!("{in_project}/runs/{id}")),
        TitledKind::Ask => (Shown::Ask, format!("/ask/{id}")),
        TitledKind::CompanySearch => (Shown::CompanySearch, format!("/companies/{id}")),
        TitledKind::Opportunity => (Shown::Opportunity, format!("/opportunities/{id}")),
    };
    let project = if kind == Shown::Project { String::new() } else { name };
    TitledShown { kind, title: short(&title), href, project }
}

/// On one line, and cut where it is long.
fn short(title: &str) -> String {
    let line = title.split_whitespace().collect::<Vec<_>>().join(" ");
    match line.char_indices().nth(LONGEST_TITLE) {
        Some((end, _)) => format!("{}…", line[..end].trim_end()),
        None => line,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use protocol::ProjectId;
    use uuid::Uuid;

    #[test]
    fn each_kind_leads_to_its_page() {
        let (id, project) = (Uuid::from_u128(1), Uuid::from_u128(2));
        let address = |kind, title: &str| {
            let project = Some((ProjectId(project), "Shop".to_owned()));
            let one = to_titled(TitleRow { kind, id, project, title: title.into() });
            (one.href, one.project)
        };
        let of = format!("/projects/{project}");
        for (kind, title, href, name) in [
            (TitledKind::Project, "Shop", of.clone(), ""),
            (TitledKind::Table, "a b/c", format!("{of}/sources/{id}/tables/a%20b%2Fc"), "Shop"),
            (TitledKind::Document, "rules.md", format!("{of}/sources/{id}"), "Shop"),
            (TitledKind::Source, "rules", format!("{of}/sources/{id}"), "Shop"),
            (TitledKind::Run, "Why?", format!("{of}/runs/{id}"), "Shop"),
            (TitledKind::Ask, "Why?", format!("/ask/{id}"), "Shop"),
            (TitledKind::CompanySearch, "Bakers", format!("/companies/{id}"), "Shop"),
            (TitledKind::Opportunity, "Returns", format!("/opportunities/{id}"), "Shop"),
        ] {
            assert_eq!(address(kind, title), (href, name.to_owned()), "{kind:?}");
        }
        assert_eq!(short("a\n b"), "a b");
        assert_eq!(short(&"x".repeat(200)).chars().count(), 121);
    }
}
