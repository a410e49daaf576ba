//! Which addresses are not on the public internet (IANA's special-purpose registries), and why. The one list for every call whose
//! address somebody other than the operator gave: pages that are read, and models that tenants choose.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

/// Address, bits that count, what it is.
const V4: &[(Ipv4Addr, u32, &str)] = &[
    (Ipv4Addr::new(0, 0, 0, 0), 8, "an address of this network"),
    (Ipv4Addr::new(10, 0, 0, 0), 8, "a private network"),
    (Ipv4Addr::new(100, 64, 0, 0), 10, "a carrier's network"),
    (Ipv4Addr::new(127, 0, 0, 0), 8, "this machine"),
    (Ipv4Addr::new(169, 254, 0, 0), 16, "a link-local address"),
    (Ipv4Addr::new(172, 16, 0, 0), 12, "a private network"),
    (Ipv4Addr::new(192, 0, 0, 0), 24, "a protocol's address"),
    (Ipv4Addr::new(192, 0, 2, 0), 24, "an example's address"),
    (Ipv4Addr::new(192, 31, 196, 0), 24, "a protocol's address"),
    (Ipv4Addr::new(192, 52, 193, 0), 24, "a protocol's address"),
    (Ipv4Addr::new(192, 88, 99, 0), 24, "a relay into another network"),
    (Ipv4Addr::new(192, 168, 0, 0), 16, "a private network"),
    (Ipv4Addr::new(192, 175, 48, 0), 24, "a protocol's address"),
    (Ipv4Addr::new(198, 18, 0, 0), 15, "a network for measuring"),
    (Ipv4Addr::new(198, 51, 100, 0), 24, "an example's address"),
    (Ipv4Addr::new(203, 0, 113, 0), 24, "an example's address"),
    (Ipv4Addr::new(224, 0, 0, 0), 4, "a group of machines"),
    (Ipv4Addr::new(240, 0, 0, 0), 4, "a reserved address"),
    // Public by its number, but answered by the machine's own host in one large cloud.
    (Ipv4Addr::new(168, 63, 129, 16), 32, "a cloud's metadata service"),
];

/// Within the one block that is public at all, 2000::/3.
const V6: &[(Ipv6Addr, u32, &str)] = &[
    (Ipv6Addr::new(0x2001, 0, 0, 0, 0, 0, 0, 0), 23, "a protocol's address"),
    (Ipv6Addr::new(0x2001, 0xdb8, 0, 0, 0, 0, 0, 0), 32, "an example's address"),
    (Ipv6Addr::new(0x2002, 0, 0, 0, 0, 0, 0, 0), 16, "a relay into another network"),
    (Ipv6Addr::new(0x2620, 0x4f, 0x8000, 0, 0, 0, 0, 0), 48, "a protocol's address"),
    (Ipv6Addr::new(0x3fff, 0, 0, 0, 0, 0, 0, 0), 20, "an example's address"),
];

/// What an address is that the public internet does not reach; nothing for a public one. An IPv6 address that stands for an IPv4
/// address (mapped, NAT64, 6to4) is never public here: the web is reached without them.
#[must_use]
pub fn not_public(ip: IpAddr) -> Option<&'static str> {
    match ip {
        IpAddr::V4(ip) => {
            V4.iter().find(|(network, bits, _)| within(ip.to_bits(), network.to_bits(), 32 - bits)).map(|(.., why)| *why)
        }
        IpAddr::V6(ip) => {
            let public = Ipv6Addr::new(0x2000, 0, 0, 0, 0, 0, 0, 0);
            if !within128(ip, public, 3) {
                return Some(if ip.is_loopback() { "this machine" } else { "not a public address" });
            }
            V6.iter().find(|(network, bits, _)| within128(ip, *network, *bits)).map(|(.., why)| *why)
        }
    }
}

fn within(ip: u32, network: u32, ignored: u32) -> bool {
    ip.checked_shr(ignored) == network.checked_shr(ignored)
}

fn within128(ip: Ipv6Addr, network: Ipv6Addr, bits: u32) -> bool {
    ip.to_bits() >> (128 - bits) == network.to_bits() >> (128 - bits)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_private_world_is_known() {
        for ip in [
            "0.0.0.0", "0.1.2.3", "10.0.0.1", "10.255.255.255", "100.64.0.1", "100.100.100.200", "100.127.255.255", "127.0.0.1",
            "127.255.255.254", "169.254.169.254", "169.254.0.1", "172.16.0.1", "172.31.255.255", "192.0.0.192", "192.0.2.1",
            "192.88.99.1", "192.168.0.1", "198.18.0.1", "198.19.255.255", "198.51.100.7", "203.0.113.9", "224.0.0.1",
            "239.255.255.255", "240.0.0.1", "255.255.255.255", "168.63.129.16", "::", "::1", "::127.0.0.1", "::ffff:127.0.0.1",
            "::ffff:169.254.169.254", "::ffff:8.8.8.8", "64:ff9b::7f00:1", "64:ff9b::808:808", "64:ff9b:1::a00:1", "100::1",
            "2001::1", "2001:0:53aa:64c:0:0:0:1", "2001:2::1", "2001:10::1", "2001:db8::1", "2002:7f00:1::", "2002:a9fe:a9fe::1",
            "3fff::1", "fc00::1", "fd00:ec2::254", "fe80::1", "fec0::1", "ff02::1", "5f00::1", "4000::1", "e000::1",
        ] {
            assert!(not_public(ip.parse().expect("an address")).is_some(), "{ip}");
        }
    }

    #[test]
    fn the_public_one_is_open() {
        for ip in [
            "1.1.1.1", "8.8.8.8", "9.255.255.255", "11.0.0.1", "93.184.216.34", "100.63.255.255", "100.128.0.1", "126.0.0.1",
            "128.0.0.1", "168.63.129.15", "172.15.0.1", "172.32.0.1", "192.0.1.1", "192.167.0.1", "192.169.0.1", "198.17.0.1",
            "198.20.0.1", "223.255.255.255", "2001:200::1", "2001:4860:4860::8888", "2606:4700:4700::1111", "2003::1",
            "2a00:1450:4001::1", "3ffe::1",
        ] {
            assert_eq!(not_public(ip.parse().expect("an address")), None, "{ip}");
        }
    }
}
