//! YAML as a plain value, within bounds: a page of anchors must not become a library.

use super::ApiFault;
use serde_json::Value;

pub(super) fn yaml(text: &str) -> Result<Value, ApiFault> {
    let malformed = |fault: serde_saphyr::Error| {
        let said = fault.to_string();
        ApiFault::Malformed(said.lines().next().unwrap_or_default().chars().take(300).collect())
    };
    serde_saphyr::from_str(text).map_err(malformed)
}
