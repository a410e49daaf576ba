//! Which addresses are out on the internet. The guard of every call whose address somebody other than the operator gave.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

/// False for every address that leads to this machine, its own network, or nowhere: loopback, private, link-local (where cloud
/// machines answer with their credentials), shared, documentation, multicast and reserved, also when wrapped in IPv6.
#[must_use]
pub fn is_public(ip: IpAddr) -> bool {
    match ip {
        IpAddr::V4(ip) => is_public_4(ip),
        IpAddr::V6(ip) => is_public_6(ip),
    }
}

fn is_public_4(ip: Ipv4Addr) -> bool {
    let [a, b, c, _] = ip.octets();
    !(ip.is_private()
        || ip.is_loopback()
        || ip.is_link_local()
        || ip.is_broadcast()
        || ip.is_documentation()
        || ip.is_multicast()
        || a == 0
        || a >= 240
        || (a == 100 && b & 0b1100_0000 == 64)
        || (a == 198 && b & 0b1111_1110 == 18)
        || (a == 192 && b == 0 && c == 0)
        || (a == 192 && b == 88 && c == 99))
}

fn is_public_6(ip: Ipv6Addr) -> bool {
    let [a, b, c, d, e, f, g, h] = ip.segments();
    let low = |g: u16, h: u16| Ipv4Addr::new((g >> 8) as u8, g as u8, (h >> 8) as u8, h as u8);
    match (a, b, c, d, e, f) {
        // IPv4 inside IPv6: mapped, translated (64:ff9b::/96) and 6to4 are judged by the address they carry.
        (0, 0, 0, 0, 0, 0xffff) | (0x64, 0xff9b, 0, 0, 0, 0) => is_public_4(low(g, h)),
        (0x2002, ..) => is_public_4(low(b, c)),
        // Teredo and documentation.
        (0x2001, 0 | 0xdb8, ..) => false,
        // Only 2000::/3 is given out.
        _ => a & 0xe000 == 0x2000,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_leads_inside_is_not_public() {
        for inside in [
            "127.0.0.1", "127.8.8.8", "0.0.0.0", "10.0.0.1", "172.16.0.1", "172.31.255.255", "192.168.1.1", "169.254.169.254",
            "100.64.0.1", "198.18.0.1", "192.0.2.1", "224.0.0.1", "240.0.0.1", "255.255.255.255", "::", "::1", "fe80::1",
            "fc00::1", "fd12::1", "ff02::1", "::ffff:127.0.0.1", "::ffff:169.254.169.254", "64:ff9b::a00:1", "2002:7f00:1::",
            "2001:db8::1", "2001::1", "::127.0.0.1", "fec0::1",
        ] {
            assert!(!is_public(inside.parse().expect("an address")), "{inside}");
        }
    }

    #[test]
    fn the_internet_is_public() {
        for outside in
            ["1.1.1.1", "8.8.8.8", "172.32.0.1", "100.128.0.1", "2606:4700::1111", "::ffff:1.1.1.1", "64:ff9b::808:808"]
        {
            assert!(is_public(outside.parse().expect("an address")), "{outside}");
        }
    }
}
