//! Links to interviews for people without an account: to read one, or to be asked the same questions. And where interviews lie.

use crate::{StoreFault, account::AuditEntry};
use async_trait::async_trait;
use protocol::{SessionId, TenantId, Timestamp, UserId, interview::Place};
use uuid::Uuid;

/// How long a link holds.
pub const LINK_DAYS: u32 = 30;
/// The most links of one interview that hold at the same time.
pub const MOST_LINKS: usize = 20;
/// The most people who are interviewed by one link.
pub const MOST_GUESTS: u32 = 25;
/// How often a guest says something at most: each time a language model that somebody else pays for may answer.
pub const MOST_GUEST_TURNS: u32 = 200;
/// How long a deleted interview can be brought back.
pub const DELETED_DAYS: u32 = 30;
/// The longest name of a guest, in characters.
pub const GUEST_NAME: usize = 80;
/// In microseconds.
const DAY: i64 = 86_400_000_000;

/// What a link is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LinkKind {
    /// To read what came of the interview.
    Read,
    /// To be interviewed with the same questions.
    Invite,
}

impl LinkKind {
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Read => "read",
            Self::Invite => "invite",
        }
    }

    #[must_use]
    pub fn parse(name: &str) -> Option<Self> {
        [Self::Read, Self::Invite].into_iter().find(|kind| kind.name() == name)
    }
}

/// Whether a link leads anywhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LinkState {
    Open,
    Expired,
    Revoked,
    /// As many were interviewed by it as may be.
    Full,
}

/// A link to an interview; what its address says is shown once and never kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LinkRow {
    pub id: Uuid,
    pub tenant: TenantId,
    /// Who made it.
    pub user: UserId,
    /// The interview that is read, or whose questions are asked.
    pub session: SessionId,
    pub kind: LinkKind,
    /// SHA-256 of what the address says.
    pub hash: Vec<u8>,
    /// Whether the conversation is read as well.
    pub transcript: bool,
    /// How many were interviewed by it.
    pub uses: u32,
    pub created_at: Timestamp,
    pub expires_at: Timestamp,
    pub revoked_at: Option<Timestamp>,
}

impl LinkRow {
    /// Whether it leads anywhere now.
    #[must_use]
    pub fn state(&self, now: Timestamp) -> LinkState {
        if self.revoked_at.is_some() {
            LinkState::Revoked
        } else if self.expires_at <= now {
            LinkState::Expired
        } else if self.kind == LinkKind::Invite && self.uses >= MOST_GUESTS {
            LinkState::Full
        } else {
            LinkState::Open
        }
    }
}

/// When a link that is made now ends.
#[must_use]
pub fn link_end(now: Timestamp) -> Timestamp {
    Timestamp(now.0.saturating_add(i64::from(LINK_DAYS).saturating_mul(DAY)))
}

/// Somebody without an account who was invited, with their interview.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GuestRow {
    pub session: SessionId,
    pub tenant: TenantId,
    /// Who invited them, in whose list the interview stands.
    pub user: UserId,
    pub link: Uuid,
    /// SHA-256 of what their browser keeps.
    pub hash: Vec<u8>,
    pub name: String,
    pub created_at: Timestamp,
}

/// A name as it is shown: one line, no longer than names are, without signs that nobody sees or that turn what stands beside it
/// around. Nothing where there is none.
#[must_use]
pub fn guest_name(given: &str) -> Option<String> {
    let unseen = |sign: char| {
        sign.is_control()
            || matches!(sign, '\u{200b}' | '\u{202a}'..='\u{202e}' | '\u{2060}' | '\u{2066}'..='\u{2069}' | '\u{feff}')
    };
    let words: String = given.chars().map(|sign| if unseen(sign) { ' ' } else { sign }).collect();
    let name = words.split_whitespace().collect::<Vec<_>>().join(" ");
    (!name.is_empty() && name.chars().count() <= GUEST_NAME).then_some(name)
}

/// Keeps links, guests, and where interviews lie.
#[async_trait]
pub trait LinkStore: Send + Sync {
    /// Together with a line of the audit: both or neither.
    async fn insert_link(&self, row: LinkRow, audit: AuditEntry) -> Result<(), StoreFault>;
    /// Those of an interview, newest first, also those that hold no longer.
    async fn links(&self, tenant: TenantId, session: SessionId) -> Result<Vec<LinkRow>, StoreFault>;
    /// The link with this hash, whether it holds or not; none where its interview is gone or deleted.
    async fn link(&self, hash: &[u8]) -> Result<Option<LinkRow>, StoreFault>;
    /// False if the interview has no such link that is not revoked.
    async fn revoke_link(
        &self,
        tenant: TenantId,
        session: SessionId,
        id: Uuid,
        now: Timestamp,
        audit: AuditEntry,
    ) -> Result<bool, StoreFault>;
    /// One more is interviewed by the link, while it holds and as long as fewer than `most` were, together with a line of the audit.
    /// False otherwise.
    async fn admit_guest(&self, row: GuestRow, most: u32, audit: AuditEntry) -> Result<bool, StoreFault>;
    /// Their interview did not come about.
    async fn dismiss_guest(&self, row: &GuestRow) -> Result<(), StoreFault>;
    /// Who came by this link with what has this hash.
    async fn guest(&self, link: Uuid, hash: &[u8]) -> Result<Option<GuestRow>, StoreFault>;
    /// The names of those whose interviews are among these.
    async fn guest_names(&self, tenant: TenantId, sessions: &[SessionId]) -> Result<Vec<(SessionId, String)>, StoreFault>;

    /// Moves an interview; answers whose it is. `None` if there is none, or none of `only`. Together with a line of the audit.
    async fn place_interview(
        &self,
        tenant: TenantId,
        only: Option<UserId>,
        session: SessionId,
        to: (Place, Timestamp),
        audit: AuditEntry,
    ) -> Result<Option<UserId>, StoreFault>;
    /// How many of a person's interviews are put away, and how many can be brought back.
    async fn count_placed(&self, tenant: TenantId, user: UserId) -> Result<(u64, u64), StoreFault>;
    /// The tenants with interviews that were deleted before this time.
    async fn tenants_with_deleted(&self, before: Timestamp) -> Result<Vec<TenantId>, StoreFault>;
    /// Removes at most `limit` interviews that were deleted before this time, with everything that belongs to them. `audit` is
    /// noted with their number in its detail, unless there were none.
    async fn remove_deleted(
        &self,
        tenant: TenantId,
        before: Timestamp,
        limit: u32,
        audit: AuditEntry,
    ) -> Result<Vec<SessionId>, StoreFault>;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_link_holds_until_it_is_revoked_full_or_over() {
        let link = LinkRow {
            id: Uuid::nil(),
            tenant: TenantId(Uuid::nil()),
            user: UserId(Uuid::nil()),
            session: SessionId(Uuid::nil()),
            kind: LinkKind::Invite,
            hash: Vec::new(),
            transcript: false,
            uses: 0,
            created_at: Timestamp(0),
            expires_at: link_end(Timestamp(0)),
            revoked_at: None,
        };
        let full = LinkRow { uses: MOST_GUESTS, ..link.clone() };
        let last = Timestamp(link.expires_at.0 - 1);
        for (row, now, state) in [
            (link.clone(), Timestamp(0), LinkState::Open),
            (link.clone(), last, LinkState::Open),
            (link.clone(), link.expires_at, LinkState::Expired),
            (full.clone(), last, LinkState::Full),
            (LinkRow { kind: LinkKind::Read, ..full.clone() }, last, LinkState::Open),
            (LinkRow { revoked_at: Some(Timestamp(1)), ..full }, last, LinkState::Revoked),
        ] {
            assert_eq!(row.state(now), state, "{row:?}");
        }
        assert_eq!(link.expires_at, Timestamp(30 * DAY));
    }

    #[test]
    fn a_name_is_one_short_line() {
        for (given, kept) in [
            ("Ada", Some("Ada")),
            ("  Ada \n  Lovelace\t", Some("Ada Lovelace")),
            ("\0", None),
            ("\u{202e}Ada\u{2069}", Some("Ada")),
            ("\u{200b}", None),
            (" ", None),
            (&"a".repeat(81), None),
            (&"ü".repeat(80), Some(&*"ü".repeat(80))),
        ] {
            assert_eq!(guest_name(given).as_deref(), kept, "{given:?}");
        }
    }
}
