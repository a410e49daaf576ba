//! What models, databases and searches cost, as administrators see and set it.

use super::{AuditNote, only_admins};
use crate::backend::Backend;
use app::{
    calls::CallFault,
    pages::admin::prices::calls::{ModelPriceShown, PriceCalls, PricesView, PricesWish, SearchEntered, WarehouseEntered},
};
use async_trait::async_trait;
use domain::{
    Failure, Refusal,
    models::{LanguageModel as _, ModelName, Price, Strength, known_price},
    runs::prices::{PriceList, SearchPrice, WarehousePrice, is_local},
};
use protocol::{TenantId, account::Account, research::SearchProvider};
use serde_json::json;

/// Bytes of what the page calls a megabyte.
const MEGABYTE: f64 = 1_048_576.0;
/// More than this nobody is charged for one query.
const MOST_MEGABYTES: f64 = 1e9;

pub(crate) struct PriceDesk(pub Backend);

#[async_trait]
impl PriceCalls for PriceDesk {
    async fn read(&self, who: &Account) -> Result<PricesView, CallFault> {
        only_admins(who)?;
        let own = self.0.prices().prices(who.tenant_id).await.map_err(Failure::from)?;
        let models = model_prices(&self.0, who.tenant_id).await?;
        let model = |(strength, name, price): (Strength, ModelName, Option<Price>)| ModelPriceShown {
            strength,
            name: name.to_string(),
            price: price.map(|price| (price.input, price.output)),
        };
        Ok(PricesView {
            models: models.into_iter().map(model).collect(),
            wish: write_wish(own.as_ref().unwrap_or_else(|| PriceList::listed())),
            listed: own.is_none(),
        })
    }

    async fn save(&self, who: &Account, wish: PricesWish) -> Result<(), CallFault> {
        only_admins(who)?;
        Ok(change_prices(&self.0, who, &entered(&wish)?).await?)
    }

    async fn reset(&self, who: &Account) -> Result<(), CallFault> {
        only_admins(who)?;
        let audit = AuditNote { action: "prices.reset", target: "prices".into(), about: None, detail: json!({}) };
        self.0.prices().clear_prices(who.tenant_id, audit.entry_by(&self.0, who)).await.map_err(Failure::from)?;
        Ok(())
    }
}

/// Of the models that answer now, as their settings have them.
///
/// # Errors
/// The store's.
pub(crate) async fn model_prices(
    backend: &Backend,
    tenant: TenantId,
) -> Result<Vec<(Strength, ModelName, Option<Price>)>, Failure> {
    let settings = backend.model_store().model_settings(tenant).await?.unwrap_or_default();
    let mut all = Vec::new();
    for strength in Strength::ALL {
        let Ok(Some(name)) = backend.models().chosen(tenant, strength).await else { continue };
        let own = settings.choice(strength).filter(|choice| choice.name() == name).and_then(|choice| choice.price);
        let price = own.or_else(|| known_price(&name));
        all.push((strength, name, price));
    }
    Ok(all)
}

/// The caller is an administrator.
///
/// # Errors
/// 422 that names every fault; the store's.
pub(crate) async fn change_prices(backend: &Backend, who: &Account, list: &PriceList) -> Result<(), Failure> {
    let providers: Vec<&str> = providers().collect();
    let faults = list.check(&projects::WAREHOUSE_KINDS, &providers);
    if !faults.is_empty() {
        return Err(Refusal::faults("these prices cannot be kept like this", faults).into());
    }
    let detail = json!({"warehouses": list.warehouses.len(), "searches": list.searches.len()});
    let audit = AuditNote { action: "prices.changed", target: "prices".into(), about: None, detail };
    let audit = audit.entry_by(backend, who);
    Ok(backend.prices().save_prices(who.tenant_id, list, who.user_id, backend.now(), audit).await?)
}

fn providers() -> impl Iterator<Item = &'static str> {
    SearchProvider::ALL.into_iter().filter(|one| *one != SearchProvider::Local).map(SearchProvider::name)
}

/// Every kind that may cost something has its row, whether its price is known or not.
fn write_wish(list: &PriceList) -> PricesWish {
    let text = |price: Option<f64>| price.map(|price| price.to_string()).unwrap_or_default();
    let warehouse = |kind: &str| {
        let price = list.warehouse(kind).unwrap_or_default();
        #[expect(clippy::cast_precision_loss, reason = "some megabytes")]
        let least = price.least_bytes_per_query.map(|bytes| bytes as f64 / MEGABYTE);
        WarehouseEntered {
            kind: kind.to_owned(),
            per_tb: text(price.per_tb_usd),
            per_second: text(price.per_second_usd),
            least: text(least),
        }
    };
    let search = |name: &str| SearchEntered { provider: name.to_owned(), per_call: text(list.search(name)) };
    PricesWish {
        warehouses: projects::WAREHOUSE_KINDS.into_iter().filter(|kind| !is_local(kind)).map(warehouse).collect(),
        searches: providers().map(search).collect(),
    }
}

fn entered(wish: &PricesWish) -> Result<PriceList, Failure> {
    let mut list = PriceList::default();
    for one in &wish.warehouses {
        let number = |text: &str| number(&one.kind, text);
        let least = number(&one.least)?;
        if least.is_some_and(|least| !(0.0..=MOST_MEGABYTES).contains(&least)) {
            return Err(Failure::invalid("prices", format!("what {} charges for at least is 0 to 1e9 MB", one.kind)));
        }
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "it lies within its bounds")]
        let least_bytes_per_query = least.map(|least| (least * MEGABYTE).round() as u64);
        let price = WarehousePrice {
            kind: one.kind.clone(),
            per_tb_usd: number(&one.per_tb)?,
            per_second_usd: number(&one.per_second)?,
            least_bytes_per_query,
        };
        if !price.is_unknown() {
            list.warehouses.push(price);
        }
    }
    for one in &wish.searches {
        if let Some(per_call_usd) = number(&one.provider, &one.per_call)? {
            list.searches.push(SearchPrice { provider: one.provider.clone(), per_call_usd });
        }
    }
    Ok(list)
}

/// Nothing entered is a price that is not known.
fn number(of: &str, entered: &str) -> Result<Option<f64>, Failure> {
    let entered = entered.trim().replace(',', ".");
    if entered.is_empty() {
        return Ok(None);
    }
    let short = |text: &str| text.chars().take(40).collect::<String>();
    let wrong = || format!("{} for {} is no number: enter one like 6.25, or nothing", short(&entered), short(of));
    entered.parse().map(Some).map_err(|_| Failure::invalid("prices", wrong()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_shown_and_saved_again_is_the_same_list() {
        let mut listed = PriceList::listed().clone();
        let again = entered(&write_wish(&listed)).expect("numbers");
        listed.warehouses.retain(|one| !is_local(&one.kind));
        assert_eq!(again, listed);
    }

    #[test]
    fn numbers_are_read_as_people_write_them_and_words_are_not() {
        let row = |text: &str| SearchEntered { provider: "brave".into(), per_call: text.into() };
        let read = |text: &str| entered(&PricesWish { searches: vec![row(text)], ..PricesWish::default() });
        assert_eq!(read(" 0,005 ").expect("a number").searches[0].per_call_usd, 0.005);
        assert_eq!(read("").expect("nothing").searches, []);
        assert!(read("free").expect_err("a word").detail.contains("free for brave"));
    }
}
