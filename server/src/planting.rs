//! Gives every tenant the objectives that come with the product, and their later versions.

use anyhow::Result;
use domain::{
    Stamp, StoreFault,
    interview::{ObjectiveRow, ObjectiveStore, objective::BuiltIn},
};
use protocol::{ObjectiveId, TenantId};

/// Several nodes may do it at the same moment. What a tenant made or changed, and what it deactivated, is left alone: of a kind
/// that it has in any form nothing is added.
pub(crate) async fn plant(objectives: &dyn ObjectiveStore, all: &[BuiltIn], stamp: &Stamp<'_>) -> Result<()> {
    for one in all {
        for version in one.earlier {
            for held in objectives.built_in_of_version(one.context_type, version).await? {
                let row = ObjectiveRow { id: held.id, created_at: held.created_at, ..row(one, held.tenant, stamp) };
                if objectives.renew_built_in(row, version).await? {
                    tracing::info!(tenant = %held.tenant, kind = one.context_type.name(), from = version, to = one.version, "renewed a built-in objective");
                }
            }
        }
        for tenant in objectives.tenants_without(one.context_type).await? {
            match objectives.insert_objective(row(one, tenant, stamp)).await {
                // Another node planted it at the same moment.
                Ok(()) | Err(StoreFault::Conflict) => {}
                Err(fault) => return Err(fault.into()),
            }
        }
    }
    Ok(())
}

fn row(one: &BuiltIn, tenant: TenantId, stamp: &Stamp<'_>) -> ObjectiveRow {
    ObjectiveRow {
        id: ObjectiveId(stamp.ids.next()),
        tenant,
        context_type: one.context_type,
        version: one.version.into(),
        display_name: one.definition.display_name.clone(),
        config: one.config.clone(),
        active: true,
        built_in: true,
        created_at: stamp.now,
        updated_at: stamp.now,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use domain::{
        account::{AccountStore, TenantRow},
        interview::objective::built_in,
    };
    use protocol::{Timestamp, interview::ContextType};
    use store::Store;

    const KIND: ContextType = ContextType::IdeaDiscovery;

    /// A later version of the product.
    fn later(version: &'static str, earlier: &'static [&'static str]) -> Vec<BuiltIn> {
        let mut all = built_in().expect("sound");
        for one in all.iter_mut().filter(|one| one.context_type == KIND) {
            one.config["displayName"] = version.into();
            one.definition.display_name = version.into();
            (one.version, one.earlier) = (version, earlier);
        }
        all
    }

    async fn held(store: &Store, tenant: TenantId) -> Vec<(String, String, bool)> {
        let rows = store.objectives(tenant, 50, None).await.expect("no fault");
        let of_kind = rows.into_iter().filter(|row| row.context_type == KIND);
        let mut held: Vec<_> = of_kind.map(|row| (row.version, row.display_name, row.active)).collect();
        held.sort();
        held
    }

    #[tokio::test]
    async fn later_versions_reach_every_tenant_and_leave_their_own_alone() {
        let folder = tempfile::tempdir().expect("a folder");
        let store = Store::open(&format!("sqlite://{}", folder.path().join("d.db").display())).await.expect("a store");
        let ids = testkit::CountedIds::default();
        let stamp = |at| Stamp { now: Timestamp(at), ids: &ids };
        let [plain, changed, replaced, late] = [1, 2, 3, 4].map(|n| TenantId(uuid::Uuid::from_u128(n)));
        let tenant = async |id: TenantId| {
            let row = TenantRow { id, slug: id.to_string(), name: "x".into(), created_at: Timestamp(1) };
            store.insert_tenant(row).await.expect("made");
        };
        for id in [plain, changed, replaced] {
            tenant(id).await;
        }
        plant(&store, &built_in().expect("sound"), &stamp(1)).await.expect("planted");
        plant(&store, &built_in().expect("sound"), &stamp(2)).await.expect("nothing to do");
        assert_eq!(store.objectives(plain, 50, None).await.expect("no fault").len(), 3, "once each");

        let own = store.active_objective(changed, KIND).await.expect("no fault").expect("there");
        let own = ObjectiveRow { version: "1.1.1".into(), display_name: "ours".into(), built_in: false, ..own };
        assert!(store.update_objective(own).await.expect("no fault"));
        let first = store.active_objective(replaced, KIND).await.expect("no fault").expect("there");
        let id = ObjectiveId(uuid::Uuid::from_u128(99));
        let another = ObjectiveRow { id, active: false, built_in: false, display_name: "other".into(), ..first };
        store.insert_objective(another).await.expect("made");
        store.activate_objective(replaced, id, Timestamp(3)).await.expect("active");
        tenant(late).await;

        plant(&store, &later("1.2.0", &["1.0.0", "1.0.1"]), &stamp(4)).await.expect("planted");
        let line = |version: &str, name: &str, active| (version.to_owned(), name.to_owned(), active);
        assert_eq!(held(&store, plain).await, [line("1.2.0", "1.2.0", true)], "renewed in its place");
        assert_eq!(held(&store, changed).await, [line("1.1.1", "ours", true)]);
        let deactivated = built_in().expect("sound").remove(1).definition.display_name;
        let expected = [line("1.0.1", &deactivated, false), line("1.0.1", "other", true)];
        let mut kept = held(&store, replaced).await;
        kept.sort_by_key(|(.., active)| *active);
        assert_eq!(kept, expected);
        assert_eq!(held(&store, late).await, [line("1.2.0", "1.2.0", true)]);

        // A node of the version before, started later, takes nothing back.
        plant(&store, &built_in().expect("sound"), &stamp(5)).await.expect("nothing to do");
        assert_eq!(held(&store, plain).await, [line("1.2.0", "1.2.0", true)]);
        // From an old version straight to the newest.
        plant(&store, &later("1.3.0", &["1.0.0", "1.0.1", "1.2.0"]), &stamp(6)).await.expect("planted");
        assert_eq!(held(&store, plain).await, [line("1.3.0", "1.3.0", true)]);
    }
}
