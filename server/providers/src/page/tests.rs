//! Pages over real HTTP, from a site on this machine. The guard makes an exception for that one site and for nothing else.

use super::*;
use crate::guard::{Names, Private};
use domain::research::{LONGEST_TEXT, published};
use std::{
    net::{IpAddr, SocketAddr},
    pin::Pin,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::Instant,
};
use testkit::{Leaf, WebSite};

mod bombs;
mod reading;
mod refusing;

fn at(site: &WebSite) -> SocketAddr {
    site.base.trim_start_matches("http://").parse().expect("an address")
}

fn hurried() -> Limits {
    Limits { whole: Duration::from_secs(8), connect: Duration::from_secs(1), bytes: 512 * 1024, extract: Duration::from_secs(20) }
}

/// A reader to which this site alone is open.
fn reader(site: &WebSite) -> Pages {
    let at = at(site);
    Pages::new(Guard::new(Private::These(vec![(at.ip(), Some(at.port()))])), hurried()).expect("a reader")
}

/// Enough of a text to be a main text.
const LONG: [&str; 3] = [
    "The market for natural soap in Austria grew by seven per cent in the year before, according to the chamber of commerce, and \
     small makers hold about a fifth of it, more than in any of the years since the survey began.",
    "Most of them sell on markets and at fairs, where a bar costs between five and eight euros, and only one in four has a shop on \
     the web, although those who do report that it brings a third of what they earn over the whole year.",
    "Lavender and goat milk are the kinds that sell best, the survey says, and nearly all makers name the rules for cosmetics, \
     with their safety reports for each recipe, as the largest hurdle for whoever begins with this trade.",
];

async fn read(site: &WebSite, path: &str) -> Result<Page, PageFault> {
    reader(site).read(&site.url(path)).await
}
