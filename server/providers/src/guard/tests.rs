use super::*;
use std::sync::atomic::{AtomicUsize, Ordering};

fn url(text: &str) -> Url {
    Url::parse(text).expect("an address")
}

fn forbidden(guard: &Guard, text: &str) -> bool {
    matches!(guard.permits(&url(text)), Err(PageFault::Forbidden(_)))
}

#[test]
fn numbers_in_every_disguise_are_seen_through() {
    let guard = Guard::new(Private::Nothing);
    for text in [
        "http://127.0.0.1/",
        "http://127.1/",
        "http://2130706433/",
        "http://0x7f000001/",
        "http://0177.0.0.1/",
        "http://0x7f.1/",
        "http://[::1]/",
        "http://[::ffff:127.0.0.1]/",
        "http://[::ffff:7f00:1]/",
        "http://[64:ff9b::10.0.0.1]/",
        "http://0/",
        "http://169.254.169.254/latest/meta-data/",
        "http://192.168.1.1/",
        "http://[fd00:ec2::254]/",
        "http://127.0.0.1./",
        "http://①②⑦.⓪.⓪.①/",
        "http://example.org:22/",
        "http://example.org:6379/",
        "https://8.8.8.8:8443/",
    ] {
        assert!(forbidden(&guard, text), "{text}: {:?}", guard.permits(&url(text)));
    }
    for text in ["http://8.8.8.8/", "https://example.org/", "https://example.org:80/a?b#c", "http://[2606:4700:4700::1111]:443/"]
    {
        assert_eq!(guard.permits(&url(text)), Ok(()), "{text}");
    }
}

#[test]
fn only_addresses_of_web_pages_are_fetched() {
    let guard = Guard::new(Private::Everything);
    for text in [
        "ftp://example.org/", "file:///etc/passwd", "gopher://example.org/", "data:text/html,x", "javascript:alert(1)",
        "http://user:secret@example.org/", "http://user@example.org/",
    ] {
        assert!(matches!(guard.permits(&url(text)), Err(PageFault::BadAddress(_))), "{text}");
    }
    assert_eq!(guard.permits(&url("http://127.0.0.1:8099/")), Ok(()));
}

#[test]
fn exceptions_are_named_and_stay_exceptions() {
    assert_eq!("true".parse(), Ok(Private::Everything));
    assert_eq!(" FALSE ".parse(), Ok(Private::Nothing));
    let these: Private = "127.0.0.1:8080, 10.0.0.7, [fd00::1]:81".parse().expect("a list");
    assert!("127.0.0.1:8080, somewhere".parse::<Private>().is_err());
    let guard = Guard::new(these);
    for text in
        ["http://127.0.0.1:8080/", "http://10.0.0.7/", "https://10.0.0.7/", "http://[fd00::1]:81/", "https://example.org/"]
    {
        assert_eq!(guard.permits(&url(text)), Ok(()), "{text}");
    }
    for text in ["http://127.0.0.1/", "http://127.0.0.1:8081/", "http://10.0.0.8/", "http://[fd00::1]/", "http://127.0.0.1:81/"] {
        assert!(forbidden(&guard, text), "{text}");
    }
}

/// Answers with the next list every time it is asked.
struct Turning(Vec<Vec<&'static str>>, AtomicUsize);

impl Names for Turning {
    fn addresses(&self, _name: &str) -> Pin<Box<dyn Future<Output = std::io::Result<Vec<IpAddr>>> + Send>> {
        let turn = self.1.fetch_add(1, Ordering::Relaxed).min(self.0.len() - 1);
        let addresses = self.0[turn].iter().map(|ip| ip.parse().expect("an address")).collect();
        Box::pin(async move { Ok(addresses) })
    }
}

#[tokio::test]
async fn a_name_is_answered_with_checked_addresses_only() {
    let turning = Turning(
        vec![vec!["93.184.216.34"], vec!["127.0.0.1"], vec!["93.184.216.34", "10.0.0.1"], vec!["::ffff:10.0.0.1"], vec![]],
        AtomicUsize::new(0),
    );
    let guard = Guard::new(Private::Nothing).with_names(Arc::new(turning));
    let ask = || guard.clone().resolved("rebound.example".into());
    assert_eq!(ask().await, Ok(vec!["93.184.216.34:0".parse().expect("an address")]));
    for _ in 0..3 {
        assert!(matches!(ask().await, Err(Refused(PageFault::Forbidden(_)))));
    }
    assert!(matches!(ask().await, Err(Refused(PageFault::Unreachable(_)))));
}

#[tokio::test]
async fn this_machine_has_no_public_name() {
    let refused = Guard::new(Private::Nothing).resolved("localhost".into()).await;
    assert!(matches!(refused, Err(Refused(PageFault::Forbidden(_)))), "{refused:?}");
}
