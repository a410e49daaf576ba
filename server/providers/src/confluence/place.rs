//! Where a wiki is: its address, and which space of it.

use super::ConfluenceFault;
use reqwest::Url;

/// The paths behind the wiki's own address in the addresses that people copy.
const PAGES: &[&str] = &["/spaces/", "/display/", "/pages/", "/rest/", "/api/", "/x/", "/dashboard", "/login"];

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Place {
    /// Without a slash at the end.
    pub(super) base: Url,
    /// The newer interface is asked first.
    pub(super) cloud: bool,
}

impl Place {
    /// Parses the address of the wiki or of any page of it.
    pub(super) fn parse(address: &str) -> Result<Self, ConfluenceFault> {
        let address = address.trim();
        let wrong = |why: String| ConfluenceFault::Address(why);
        let mut base = Url::parse(address).map_err(|fault| wrong(fault.to_string()))?;
        if !matches!(base.scheme(), "http" | "https") || base.host_str().is_none() {
            return Err(wrong("it begins with https://".to_owned()));
        }
        base.set_query(None);
        base.set_fragment(None);
        let path = base.path().to_owned();
        let end = PAGES.iter().filter_map(|page| path.find(page)).min().unwrap_or(path.len());
        let mut path = path[..end].trim_end_matches('/').to_owned();
        let hosted = base.host_str().is_some_and(|host| host.ends_with(".atlassian.net"));
        if hosted && path.is_empty() {
            path = "/wiki".to_owned();
        }
        base.set_path(&path);
        Ok(Self { cloud: hosted || path.ends_with("/wiki"), base })
    }

    /// The space that an address names.
    pub(super) fn space(address: &str) -> Option<String> {
        let url = Url::parse(address.trim()).ok()?;
        let mut parts = url.path_segments()?.skip_while(|part| !matches!(*part, "spaces" | "display"));
        parts.next()?;
        parts.next().map(str::to_owned).filter(|key| is_key(key))
    }

    /// An address of the interface.
    pub(super) fn at(&self, path: &str, query: &[(&str, &str)]) -> Url {
        let mut url = self.base.clone();
        url.set_path(&format!("{}{path}", self.base.path().trim_end_matches('/')));
        url.query_pairs_mut().extend_pairs(query);
        url
    }

    /// The next part of a list. What leads to another machine is refused: the sign-in would go there too.
    pub(super) fn next(&self, link: &str) -> Result<Url, ConfluenceFault> {
        let base = self.base.path().trim_end_matches('/');
        let joined = if link.starts_with('/') && !(link.starts_with(&format!("{base}/"))) {
            self.base.join(&format!("{base}{link}"))
        } else {
            self.base.join(link)
        };
        let next = joined.map_err(|fault| ConfluenceFault::Answer(format!("its next part is no address: {fault}")))?;
        if next.origin() != self.base.origin() {
            return Err(ConfluenceFault::Answer("its next part is said to be on another machine".to_owned()));
        }
        Ok(next)
    }
}

/// Letters and digits, and `~` before those of a person.
pub(super) fn is_key(key: &str) -> bool {
    let plain = key.strip_prefix('~').unwrap_or(key);
    (1..=255).contains(&plain.len()) && plain.chars().all(|sign| sign.is_ascii_alphanumeric() || matches!(sign, '_' | '-' | '.'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_address_of_a_wiki_tells_where_it_is() {
        for (address, base, cloud) in [
            ("https://acme.atlassian.net", "https://acme.atlassian.net/wiki", true),
            (" https://acme.atlassian.net/wiki/spaces/ENG/overview?a=b#c", "https://acme.atlassian.net/wiki", true),
            ("https://wiki.acme.example/", "https://wiki.acme.example/", false),
            ("https://acme.example/confluence/display/ENG/Home", "https://acme.example/confluence", false),
            ("http://10.0.0.7:8090/confluence/", "http://10.0.0.7:8090/confluence", false),
        ] {
            let place = Place::parse(address).expect("a place");
            assert_eq!((place.base.as_str(), place.cloud), (base, cloud));
        }
        assert_eq!(Place::space("https://a.atlassian.net/wiki/spaces/ENG/pages/1").as_deref(), Some("ENG"));
        assert_eq!(Place::space("https://a.example/display/~ann"), Some("~ann".to_owned()));
        assert_eq!(Place::space("https://a.example/wiki"), None);
        for wrong in ["wiki.example", "ftp://wiki.example", "file:///etc/passwd", ""] {
            assert!(matches!(Place::parse(wrong), Err(ConfluenceFault::Address(_))), "{wrong}");
        }
    }

    #[test]
    fn a_next_part_stays_on_the_machine() {
        let place = Place::parse("https://acme.atlassian.net/wiki").expect("a place");
        for (link, wanted) in [
            ("/rest/api/content?start=25", "https://acme.atlassian.net/wiki/rest/api/content?start=25"),
            ("/wiki/api/v2/spaces/1/pages?cursor=a%3D", "https://acme.atlassian.net/wiki/api/v2/spaces/1/pages?cursor=a%3D"),
            ("https://acme.atlassian.net/wiki/rest/api?x=1", "https://acme.atlassian.net/wiki/rest/api?x=1"),
        ] {
            assert_eq!(place.next(link).expect("an address").as_str(), wanted);
        }
        for away in ["https://evil.example/", "http://acme.atlassian.net/wiki/", "https://acme.atlassian.net:8443/"] {
            assert!(place.next(away).is_err(), "{away}");
        }
        let root = Place::parse("https://wiki.example").expect("a place");
        assert_eq!(root.next("//evil.example/x").map(|url| url.host_str().map(str::to_owned)).ok().flatten().as_deref(), None);
    }
}
