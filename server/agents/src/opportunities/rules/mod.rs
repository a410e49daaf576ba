//! The built-in engine: what a receiver rejects, and what producers make, by rules.

mod produce;
mod validate;

pub(crate) use produce::{coverage, evidence};
pub use validate::validate;

/// How a statement ends that knows no more than a name.
const NOTHING_KNOWN: &str = "what is wrong there is not known";

/// The agents that need no language model.
#[derive(Clone, Copy, Debug, Default)]
pub struct BuiltInAgents;

/// FNV-1a: it only has to change when what is hashed does.
fn hash(bytes: impl Iterator<Item = u8>) -> u64 {
    bytes.fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}
