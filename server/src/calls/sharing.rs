//! Links by which others read an interview or are asked its questions, and interviews that are put away or deleted for now.

use super::{
    AuditNote, ProjectDesk, fill_project, may_change, own_interview,
    sample_interview::{complete_sample, make_sample, sample_id},
};
use crate::{
    backend::Backend,
    web::identity::{digest, make_secret},
};
use app::{
    calls::CallFault,
    pages::{
        interviews::sharing::calls::{LinkCard, MadeLink, SharingCalls},
        projects::calls::ProjectCalls,
    },
};
use async_trait::async_trait;
use domain::{
    Failure,
    interview::{LinkKind, LinkRow, LinkState, MOST_LINKS, link_end},
    live::StreamChange,
    runs::goal_from,
};
use protocol::{ProjectId, SessionId, account::Account, interview::Place};
use serde_json::json;
use uuid::Uuid;

/// Characters of a project's name, and of what it is about.
const LONGEST_NAME: usize = 200;
const LONGEST_ABOUT: usize = 1_000;

pub(crate) struct SharingDesk(pub Backend);

#[async_trait]
impl SharingCalls for SharingDesk {
    async fn links(&self, who: &Account, id: SessionId) -> Result<Vec<LinkCard>, CallFault> {
        own_interview(&self.0, who, id).await?;
        Ok(self.open_links(who, id).await?.into_iter().map(card).collect())
    }

    async fn make_link(&self, who: &Account, id: SessionId, invite: bool, transcript: bool) -> Result<MadeLink, CallFault> {
        may_change(who)?;
        own_interview(&self.0, who, id).await?;
        // Two that are made at once may both pass: one more than the most does no harm.
        if self.open_links(who, id).await?.len() >= MOST_LINKS {
            let detail = format!("this interview has {MOST_LINKS} links already: revoke one that nobody needs");
            return Err(Failure::conflict(detail).into());
        }
        let (kind, now) = (if invite { LinkKind::Invite } else { LinkKind::Read }, self.0.now());
        let secret = make_secret();
        let row = LinkRow {
            id: self.0.id(),
            tenant: who.tenant_id,
            user: who.user_id,
            session: id,
            kind,
            hash: digest(secret.as_bytes()),
            transcript: transcript && !invite,
            uses: 0,
            created_at: now,
            expires_at: link_end(now),
            revoked_at: None,
        };
        let expires_at = row.expires_at;
        let detail = json!({"kind": kind.name(), "link": row.id, "until": expires_at.to_rfc3339()});
        let audit = AuditNote { action: "link.created", target: id.to_string(), about: Some(who.user_id), detail };
        self.0.links().insert_link(row, audit.entry_by(&self.0, who)).await.map_err(Failure::from)?;
        let path = match kind {
            LinkKind::Read => format!("/shared/{secret}"),
            LinkKind::Invite => format!("/invited/{secret}"),
        };
        Ok(MadeLink { path, expires_at })
    }

    async fn revoke_link(&self, who: &Account, id: SessionId, link: String) -> Result<(), CallFault> {
        may_change(who)?;
        own_interview(&self.0, who, id).await?;
        let missing = || Failure::not_found("this interview has no such link");
        let link: Uuid = link.parse().map_err(|_| missing())?;
        let detail = json!({"link": link});
        let audit = AuditNote { action: "link.revoked", target: id.to_string(), about: Some(who.user_id), detail };
        let audit = audit.entry_by(&self.0, who);
        let revoked = self.0.links().revoke_link(who.tenant_id, id, link, self.0.now(), audit).await.map_err(Failure::from)?;
        if revoked { Ok(()) } else { Err(missing().into()) }
    }

    async fn place(&self, who: &Account, id: SessionId, to: Place) -> Result<(), CallFault> {
        may_change(who)?;
        let action = match to {
            Place::Listed => "session.restored",
            Place::Archived => "session.archived",
            Place::Deleted => "session.deleted",
        };
        let audit = AuditNote { action, target: id.to_string(), about: Some(who.user_id), detail: json!({}) };
        let (only, audit) = (Some(who.user_id), audit.entry_by(&self.0, who));
        let moved = self.0.links().place_interview(who.tenant_id, only, id, (to, self.0.now()), audit).await;
        moved.map_err(Failure::from)?.ok_or_else(|| Failure::not_found("there is no such interview"))?;
        // Whoever has it in memory reads it again, and finds it gone or there.
        self.0.lives().changed(match to {
            Place::Deleted => StreamChange::Gone { stream: id.0 },
            Place::Listed | Place::Archived => StreamChange::Grown { stream: id.0, seq: u64::MAX },
        });
        Ok(())
    }

    async fn project(&self, who: &Account, id: SessionId) -> Result<ProjectId, CallFault> {
        may_change(who)?;
        let view = own_interview(&self.0, who, id).await?;
        let name: String = view.shown_title().chars().take(LONGEST_NAME).collect();
        let about: String = goal_from(&view).replace('\n', ". ").chars().take(LONGEST_ABOUT).collect();
        let project = ProjectDesk(self.0.clone()).create(who, name, about).await?;
        let row = projects::found(self.0.projects(), who.tenant_id, &project.to_string()).await?;
        fill_project(&self.0, who, &row, &view).await?;
        Ok(project)
    }

    async fn sample(&self, who: &Account) -> Result<SessionId, CallFault> {
        let id = sample_id(who.user_id);
        // Also where it was put away or deleted.
        match self.place(who, id, Place::Listed).await {
            Err(CallFault::NotFound(_)) => Ok(make_sample(&self.0, who).await?),
            there => {
                there?;
                complete_sample(&self.0, who, id).await?;
                Ok(id)
            }
        }
    }
}

impl SharingDesk {
    /// Those that lead anywhere, newest first.
    async fn open_links(&self, who: &Account, id: SessionId) -> Result<Vec<LinkRow>, Failure> {
        let now = self.0.now();
        let mut links = self.0.links().links(who.tenant_id, id).await?;
        links.retain(|link| matches!(link.state(now), LinkState::Open | LinkState::Full));
        Ok(links)
    }
}

fn card(row: LinkRow) -> LinkCard {
    LinkCard {
        id: row.id.to_string(),
        invite: row.kind == LinkKind::Invite,
        transcript: row.transcript,
        guests: row.uses,
        created_at: row.created_at,
        expires_at: row.expires_at,
    }
}
