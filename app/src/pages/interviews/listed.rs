//! The options that a reply lists in its words, for whoever has nothing but the words. While they stand as buttons below, the page
//! does without that part.

use protocol::interview::InterviewView;
use std::ops::Range;

const LINKS: [&str; 5] = [", or ", ", and ", ", ", " or ", " and "];
const ENDS: [&str; 4] = [". ", "? ", "! ", "\n"];

/// The part of a reply that does nothing but list the options of a question: behind a colon, or a sentence of its own.
pub(super) fn find_listed(view: &InterviewView, content: &str) -> Option<Range<usize>> {
    // Bytes keep their places.
    let small = content.to_ascii_lowercase();
    view.definition.obligations.iter().filter(|one| one.options.len() > 1).find_map(|one| {
        let labels: Vec<String> = one.options.iter().map(|option| option.label.trim().to_ascii_lowercase()).collect();
        widen(content, find_list(&small, &labels)?)
    })
}

/// Where all of them stand behind one another.
fn find_list(text: &str, labels: &[String]) -> Option<Range<usize>> {
    let (first, others) = labels.split_first().filter(|(first, _)| !first.is_empty())?;
    text.match_indices(first.as_str()).find_map(|(start, _)| {
        let mut end = start + first.len();
        for label in others {
            let rest = text.get(end..)?;
            let link =
                LINKS.iter().find(|link| rest.strip_prefix(**link).is_some_and(|rest| rest.starts_with(label.as_str())))?;
            end += link.len() + label.len();
        }
        Some(start..end)
    })
}

/// The list with what leads to it, where the rest can do without.
fn widen(content: &str, list: Range<usize>) -> Option<Range<usize>> {
    let (before, after) = (content.get(..list.start)?, content.get(list.end..)?);
    if after.starts_with('?') {
        return before.ends_with(": ").then(|| list.start - 2..list.end);
    }
    let end = if after == "." { list.end + 1 } else { list.end + after.strip_prefix(". ").map(|_| 2)? };
    let start = ENDS.iter().filter_map(|mark| before.rfind(mark).map(|at| at + mark.len())).max().unwrap_or(0);
    (start > 0 || end < content.len()).then_some(start..end)
}

#[cfg(test)]
mod tests {
    use super::{find_list, widen};

    #[test]
    fn only_what_repeats_the_buttons_is_left_out() {
        let labels = ["products", "services", "a subscription"].map(str::to_owned);
        for (reply, rest) in [
            (
                "Which comes closest for the model: products, services or a subscription?",
                Some("Which comes closest for the model?"),
            ),
            ("Sorry. The options are Products, services and a subscription. Which is it?", Some("Sorry. Which is it?")),
            ("It may be products, services, or a subscription. How do you earn money?", Some("How do you earn money?")),
            (
                "How do you earn money? Several are possible: products, services and a subscription.",
                Some("How do you earn money? "),
            ),
            ("Would it be products, services or a subscription?", None),
            ("The options are products, services and a subscription.", None),
            ("We noted products and services. Which one?", None),
            ("How do you earn money?", None),
        ] {
            let cut = find_list(&reply.to_ascii_lowercase(), &labels).and_then(|list| widen(reply, list));
            let left = cut.map(|cut| format!("{}{}", &reply[..cut.start], &reply[cut.end..]));
            assert_eq!(left.as_deref(), rest, "{reply}");
        }
    }
}
