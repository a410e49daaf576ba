//! robots.txt (RFC 9309): which pages a site asks robots not to read.

use reqwest::Url;

/// The name by which robots.txt knows this product.
const NAME: &str = "discoveryengine";
/// The most rules that are kept.
const MOST_RULES: usize = 5_000;
/// The longest pattern; a longer one is nobody's wish.
const LONGEST_PATTERN: usize = 1_000;

/// The rules that hold for this product; none allow everything.
#[derive(Debug, Default)]
pub(super) struct Robots {
    rules: Vec<Rule>,
}

#[derive(Debug)]
struct Rule {
    allow: bool,
    pattern: String,
}

impl Robots {
    /// The groups for this product by name, or else those for everybody. Several groups for one name are one.
    pub(super) fn parse(text: &str) -> Self {
        let (mut named, mut general) = (Vec::new(), Vec::new());
        let mut is_named = false;
        let (mut for_me, mut for_all, mut in_rules) = (false, false, true);
        for line in text.trim_start_matches('\u{feff}').lines() {
            let line = line.split('#').next().unwrap_or_default();
            let Some((key, value)) = line.split_once(':') else { continue };
            let value = value.trim();
            match key.trim().to_ascii_lowercase().as_str() {
                "user-agent" => {
                    if in_rules {
                        (for_me, for_all, in_rules) = (false, false, false);
                    }
                    let name = value.split(['/', ' ']).next().unwrap_or_default().to_ascii_lowercase();
                    for_all |= name == "*";
                    for_me |= name == NAME;
                    is_named |= name == NAME;
                }
                key @ ("allow" | "disallow") => {
                    in_rules = true;
                    // "Disallow:" with nothing allows everything.
                    if value.is_empty() || value.len() > LONGEST_PATTERN {
                        continue;
                    }
                    for (wanted, rules) in [(for_me, &mut named), (for_all, &mut general)] {
                        if wanted && rules.len() < MOST_RULES {
                            rules.push(Rule { allow: key == "allow", pattern: normal(value) });
                        }
                    }
                }
                _ => {}
            }
        }
        Self { rules: if is_named { named } else { general } }
    }

    /// The longest pattern that fits decides; of two as long as each other the one that allows.
    pub(super) fn allow(&self, url: &Url) -> bool {
        let mut path = url.path().to_owned();
        if path == "/robots.txt" {
            return true;
        }
        if let Some(query) = url.query() {
            path.push('?');
            path.push_str(query);
        }
        let path = normal(&path);
        let fitting = self.rules.iter().filter(|rule| fits(rule.pattern.as_bytes(), path.as_bytes()));
        fitting.max_by_key(|rule| (rule.pattern.len(), rule.allow)).is_none_or(|rule| rule.allow)
    }
}

/// One way to write a path: percent signs with capital digits, letters of other scripts as percent signs.
fn normal(path: &str) -> String {
    let mut normal = String::with_capacity(path.len());
    let mut digits = 0_u8;
    for byte in path.bytes() {
        match byte {
            b'%' => {
                digits = 2;
                normal.push('%');
            }
            0x21..=0x7e => {
                let sign = char::from(byte);
                normal.push(if digits > 0 { sign.to_ascii_uppercase() } else { sign });
                digits = digits.saturating_sub(1);
            }
            _ => normal.push_str(&format!("%{byte:02X}")),
        }
    }
    normal
}

/// `*` stands for anything, `$` at the end for the end. In one pass with one place to come back to: no pattern is slow.
fn fits(pattern: &[u8], path: &[u8]) -> bool {
    let (pattern, whole) = match pattern.split_last() {
        Some((b'$', rest)) => (rest, true),
        _ => (pattern, false),
    };
    let (mut at, mut of) = (0, 0);
    let mut star = None;
    loop {
        if of == pattern.len() && (!whole || at == path.len()) {
            return true;
        }
        if pattern.get(of) == Some(&b'*') {
            of += 1;
            star = Some((of, at));
        } else if of < pattern.len() && path.get(at) == pattern.get(of) {
            at += 1;
            of += 1;
        } else if let Some((after, from)) = star.filter(|(_, from)| *from < path.len()) {
            of = after;
            at = from + 1;
            star = Some((after, at));
        } else {
            return false;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn allows(robots: &str, path: &str) -> bool {
        Robots::parse(robots).allow(&Url::parse("https://example.org").expect("an address").join(path).expect("a path"))
    }

    #[test]
    fn patterns_fit_as_the_standard_says() {
        for (pattern, path, wanted) in [
            ("/", "/anything", true),
            ("/fish", "/fish.html", true),
            ("/fish", "/Fish", false),
            ("/fish/", "/fish", false),
            ("/*.php", "/a/b.php?x", true),
            ("/*.php$", "/a/b.php", true),
            ("/*.php$", "/a/b.php?x", false),
            ("/a*b*c", "/a1b2b3c4", true),
            ("/a*b*c$", "/a1b2c3c", true),
            ("/a*b*c$", "/a1b2c3", false),
            ("*", "/", true),
            ("/$", "/", true),
            ("/$", "/x", false),
            ("/ä", "/%C3%A4", true),
            ("/%e4", "/%E4", true),
        ] {
            let robots = format!("User-agent: *\nDisallow: {pattern}");
            assert_eq!(!allows(&robots, path), wanted, "{pattern} {path}");
        }
    }

    #[test]
    fn the_group_with_ones_own_name_counts() {
        let robots = "User-agent: *\nDisallow: /\n\nUser-Agent: other\nUser-agent: DiscoveryEngine/1.0\nDisallow: /private # mine\n\
            Allow: /private/open\n\nuser-agent: discoveryengine\nDisallow: /late\nSitemap: https://example.org/map";
        assert!(allows(robots, "/public"));
        assert!(!allows(robots, "/private/x"));
        assert!(allows(robots, "/private/open/x"));
        assert!(!allows(robots, "/late"), "groups of one name are one");
        assert!(!allows("User-agent: *\nDisallow: /", "/x"));
        assert!(allows("User-agent: *\nDisallow: /", "/robots.txt"));
        assert!(allows("User-agent: another\nDisallow: /", "/x"));
        assert!(allows("User-agent: *\nDisallow: /\nUser-agent: DiscoveryEngine\nDisallow:", "/x"));
    }

    #[test]
    fn the_longest_rule_decides_and_allowing_wins() {
        let robots = "User-agent: *\nAllow: /p\nDisallow: /";
        assert!(allows(robots, "/page"));
        assert!(!allows(robots, "/x"));
        assert!(allows("User-agent: *\nDisallow: /x\nAllow: /x", "/x"));
    }

    #[test]
    fn nonsense_allows_everything_and_costs_nothing() {
        for robots in ["", "Disallow: /", "<html>404</html>", "\u{feff}", "User-agent\nDisallow: /", ":\n:::\n"] {
            assert!(allows(robots, "/x"), "{robots}");
        }
        let slow = format!("User-agent: *\nDisallow: /{}$", "*a".repeat(400));
        assert!(allows(&slow, &format!("/{}b", "a".repeat(4_000))));
        let many = format!("User-agent: *\n{}", "Disallow: /x\n".repeat(50_000));
        assert!(!allows(&many, "/x"));
    }
}
