//! A tenant's own places, for their page.

use super::only_admins;
use crate::backend::Backend;
use app::{
    calls::CallFault,
    pages::admin::places::calls::{PlaceCalls, PlaceLine, PlaceWish},
};
use async_trait::async_trait;
use domain::{
    Failure,
    companies::{PlaceDraft, PlaceRow},
};
use protocol::{CompanyPlaceId, account::Account};

pub(crate) struct PlaceDesk(pub Backend);

#[async_trait]
impl PlaceCalls for PlaceDesk {
    async fn lines(&self, who: &Account) -> Result<Vec<PlaceLine>, CallFault> {
        only_admins(who)?;
        let rows = ::companies::own_places(self.0.companies(), who.tenant_id).await.map_err(Failure::from)?;
        Ok(rows.into_iter().map(line).collect())
    }

    async fn save(&self, who: &Account, wish: PlaceWish) -> Result<(), CallFault> {
        only_admins(who)?;
        let (id, draft) = draft(wish);
        let companies = self.0.companies();
        if id.is_empty() {
            ::companies::add_place(companies, who, draft).await?;
        } else {
            ::companies::change_place(companies, who, place_id(&id)?, draft).await?;
        }
        Ok(())
    }

    async fn remove(&self, who: &Account, id: String) -> Result<(), CallFault> {
        only_admins(who)?;
        Ok(::companies::remove_place(self.0.companies(), who, place_id(&id)?).await?)
    }
}

fn place_id(id: &str) -> Result<CompanyPlaceId, Failure> {
    id.parse().map_err(|_| Failure::not_found("there is no such place"))
}

fn draft(wish: PlaceWish) -> (String, PlaceDraft) {
    let PlaceWish { id, name, aliases, kind, city, region, country } = wish;
    let aliases = aliases.lines().map(str::trim).filter(|alias| !alias.is_empty()).map(str::to_owned).collect();
    (id, PlaceDraft { name, aliases, kind, city: Some(city), region: Some(region), country: Some(country) })
}

fn line(row: PlaceRow) -> PlaceLine {
    PlaceLine {
        id: row.id,
        name: row.name,
        aliases: row.aliases,
        kind: row.kind.name().to_owned(),
        city: row.city.unwrap_or_default(),
        region: row.region.unwrap_or_default(),
        country: row.country.unwrap_or_default(),
    }
}
