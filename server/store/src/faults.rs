//! What went wrong, in the five words that callers act upon.

use domain::StoreFault;
use sqlx::{
    error::{DatabaseError, ErrorKind},
    migrate::MigrateError,
    postgres::PgDatabaseError,
    sqlite::SqliteError,
};

/// Turns what the driver reports into what a caller can do about it.
pub(crate) fn fault(error: sqlx::Error) -> StoreFault {
    match error {
        sqlx::Error::Database(error) => of_database(&*error),
        sqlx::Error::Migrate(error) => of_migration(*error),
        sqlx::Error::Decode(_)
        | sqlx::Error::ColumnDecode { .. }
        | sqlx::Error::ColumnNotFound(_)
        | sqlx::Error::ColumnIndexOutOfBounds { .. }
        | sqlx::Error::TypeNotFound { .. } => StoreFault::Corrupt(error.to_string()),
        sqlx::Error::Io(error) if error.kind() == std::io::ErrorKind::StorageFull => StoreFault::Full(error.to_string()),
        sqlx::Error::Io(_)
        | sqlx::Error::Tls(_)
        | sqlx::Error::Protocol(_)
        | sqlx::Error::PoolTimedOut
        | sqlx::Error::PoolClosed
        | sqlx::Error::WorkerCrashed
        // A connection that lost its transaction; the pool replaces it.
        | sqlx::Error::InvalidSavePointStatement
        | sqlx::Error::BeginFailed => StoreFault::Unavailable(error.to_string()),
        _ => StoreFault::Refused(error.to_string()),
    }
}

pub(crate) fn of_migration(error: MigrateError) -> StoreFault {
    match error {
        MigrateError::Execute(error) | MigrateError::ExecuteMigration(error, _) => fault(error),
        MigrateError::VersionMissing(_) | MigrateError::VersionTooNew(..) => {
            StoreFault::Refused(format!("the database was written by a newer version of this program: {error}"))
        }
        error => StoreFault::Refused(error.to_string()),
    }
}

/// The same fault once more, for everyone whose append shared a transaction.
pub(crate) fn again(fault: &StoreFault) -> StoreFault {
    match fault {
        StoreFault::Conflict => StoreFault::Conflict,
        StoreFault::Unavailable(why) => StoreFault::Unavailable(why.clone()),
        StoreFault::Full(why) => StoreFault::Full(why.clone()),
        StoreFault::Corrupt(why) => StoreFault::Corrupt(why.clone()),
        StoreFault::Refused(why) => StoreFault::Refused(why.clone()),
    }
}

fn of_database(error: &dyn DatabaseError) -> StoreFault {
    if error.kind() == ErrorKind::UniqueViolation {
        return StoreFault::Conflict;
    }
    let code = error.code().unwrap_or_default();
    if error.try_downcast_ref::<SqliteError>().is_some() {
        of_sqlite(code.parse().unwrap_or(0), error.to_string())
    } else if error.try_downcast_ref::<PgDatabaseError>().is_some() {
        of_postgres(&code, error.to_string())
    } else {
        StoreFault::Refused(error.to_string())
    }
}

/// By SQLite's extended result code; its last byte is the plain one.
fn of_sqlite(code: i32, why: String) -> StoreFault {
    /// The shared-memory file could not grow, which is how a full disk shows itself there.
    const IOERR_SHMSIZE: i32 = 4874;
    match (code, code & 0xff) {
        (IOERR_SHMSIZE, _) | (_, 13) => StoreFault::Full(why),
        // busy, locked, out of memory, read-only, interrupted, input or output, cannot open, locking protocol
        (_, 5 | 6 | 7 | 8 | 9 | 10 | 14 | 15) => StoreFault::Unavailable(why),
        // malformed, not a database
        (_, 11 | 26) => StoreFault::Corrupt(why),
        _ => StoreFault::Refused(why),
    }
}

/// By SQLSTATE.
fn of_postgres(code: &str, why: String) -> StoreFault {
    match code {
        "53100" => StoreFault::Full(why),
        "58030" if why.contains("No space left") => StoreFault::Full(why),
        // Serialization failure and deadlock: somebody else was first.
        "40001" | "40P01" => StoreFault::Conflict,
        // Canceled by a time limit, a lock not to be had, a read-only standby, an unknown database.
        "57014" | "55P03" | "25006" | "3D000" => StoreFault::Unavailable(why),
        _ => match code.get(..2) {
            // Connection, resources, operator intervention, system, authorization.
            Some("08" | "53" | "57" | "58" | "28") => StoreFault::Unavailable(why),
            Some("XX") => StoreFault::Corrupt(why),
            _ => StoreFault::Refused(why),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_become_what_a_caller_can_act_upon() {
        for (code, wanted) in [
            (13, "full"),
            (4874, "full"),
            (5, "unavailable"),
            (8, "unavailable"),
            (14, "unavailable"),
            (778, "unavailable"),
            (11, "corrupt"),
            (26, "corrupt"),
            (1, "refused"),
            (787, "refused"),
        ] {
            assert_eq!(word(&of_sqlite(code, String::new())), wanted, "{code}");
        }
        for (code, wanted) in [
            ("53100", "full"),
            ("40P01", "conflict"),
            ("57014", "unavailable"),
            ("57P01", "unavailable"),
            ("53300", "unavailable"),
            ("08006", "unavailable"),
            ("XX001", "corrupt"),
            ("23503", "refused"),
            ("", "refused"),
        ] {
            assert_eq!(word(&of_postgres(code, String::new())), wanted, "{code}");
        }
        assert_eq!(word(&fault(sqlx::Error::PoolTimedOut)), "unavailable");
        assert_eq!(word(&fault(sqlx::Error::ColumnNotFound("seq".into()))), "corrupt");
        assert_eq!(word(&fault(std::io::Error::from(std::io::ErrorKind::StorageFull).into())), "full");
    }

    fn word(fault: &StoreFault) -> &'static str {
        match fault {
            StoreFault::Conflict => "conflict",
            StoreFault::Unavailable(_) => "unavailable",
            StoreFault::Full(_) => "full",
            StoreFault::Corrupt(_) => "corrupt",
            StoreFault::Refused(_) => "refused",
        }
    }
}
