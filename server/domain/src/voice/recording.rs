//! What a recording may be: four containers, known by their first bytes and never by what they are called.

use std::fmt;

/// The largest recording, in bytes: two minutes of uncompressed speech.
pub const LARGEST: usize = 4_000_000;
/// The longest recording, in seconds.
pub const LONGEST: u64 = 120;
/// Shorter than this, in milliseconds, nobody says anything, and transcribers refuse it.
const SHORTEST: u64 = 100;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Container {
    WebM,
    Ogg,
    Wav,
    Mp4,
}

impl Container {
    /// Recognises it by the first bytes.
    #[must_use]
    pub fn detect(bytes: &[u8]) -> Option<Self> {
        match bytes {
            [0x1a, 0x45, 0xdf, 0xa3, ..] => Some(Self::WebM),
            [b'O', b'g', b'g', b'S', ..] => Some(Self::Ogg),
            [b'R', b'I', b'F', b'F', _, _, _, _, b'W', b'A', b'V', b'E', ..] => Some(Self::Wav),
            [_, _, _, _, b'f', b't', b'y', b'p', ..] => Some(Self::Mp4),
            _ => None,
        }
    }

    /// Transcribers go by the ending of a file's name.
    #[must_use]
    pub const fn extension(self) -> &'static str {
        match self {
            Self::WebM => "webm",
            Self::Ogg => "ogg",
            Self::Wav => "wav",
            Self::Mp4 => "mp4",
        }
    }

    #[must_use]
    pub const fn media_type(self) -> &'static str {
        match self {
            Self::WebM => "audio/webm",
            Self::Ogg => "audio/ogg",
            Self::Wav => "audio/wav",
            Self::Mp4 => "audio/mp4",
        }
    }
}

/// Something that was said, as the browser recorded it.
#[derive(Clone, PartialEq, Eq)]
pub struct Recording {
    pub container: Container,
    pub bytes: Vec<u8>,
    /// Two letters (ISO 639-1), where the speaker says which language it is.
    pub language: Option<String>,
}

impl fmt::Debug for Recording {
    /// Without the sound: that is nobody's business in a log.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} bytes of {:?} in {:?}", self.bytes.len(), self.container, self.language)
    }
}

/// Why a file is no recording that can be transcribed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unfit {
    Empty,
    TooLarge,
    TooLong,
    TooShort,
    /// None of the four containers.
    Foreign,
}

impl Recording {
    /// # Errors
    /// What is wrong with it, as far as its container shows.
    pub fn new(bytes: Vec<u8>, language: Option<String>) -> Result<Self, Unfit> {
        if bytes.is_empty() {
            return Err(Unfit::Empty);
        }
        if bytes.len() > LARGEST {
            return Err(Unfit::TooLarge);
        }
        let container = Container::detect(&bytes).ok_or(Unfit::Foreign)?;
        let recording = Self { container, bytes, language };
        match recording.milliseconds() {
            Some(long) if long > LONGEST * 1_000 => Err(Unfit::TooLong),
            Some(short) if short < SHORTEST => Err(Unfit::TooShort),
            _ => Ok(recording),
        }
    }

    /// How long it is, where the container says so without being decoded.
    #[must_use]
    pub fn milliseconds(&self) -> Option<u64> {
        match self.container {
            Container::Wav => wav(&self.bytes),
            Container::Ogg => ogg(&self.bytes),
            Container::WebM | Container::Mp4 => None,
        }
    }
}

/// The bytes of sound by the bytes of a second. A recorder that never came to its end leaves the length unsaid.
fn wav(bytes: &[u8]) -> Option<u64> {
    let mut at = 12;
    let mut rate = None;
    loop {
        let (name, length) = (bytes.get(at..at + 4)?, u32::from_le_bytes(bytes.get(at + 4..at + 8)?.try_into().ok()?));
        if name == b"fmt " {
            rate = Some(u64::from(u32::from_le_bytes(bytes.get(at + 16..at + 20)?.try_into().ok()?))).filter(|rate| *rate > 0);
        }
        if name == b"data" {
            let there = bytes.len().saturating_sub(at + 8) as u64;
            return Some(u64::from(length).min(there) * 1_000 / rate?);
        }
        at = at.checked_add(8)?.checked_add(length as usize)?.checked_add(length as usize % 2)?;
    }
}

/// The position of the last page; Opus counts 48,000 to the second whatever it was recorded at.
fn ogg(bytes: &[u8]) -> Option<u64> {
    let opus = bytes.windows(8).take(256).any(|window| window == b"OpusHead");
    let last = bytes.windows(4).rposition(|window| window == b"OggS").filter(|_| opus)?;
    let position = i64::from_le_bytes(bytes.get(last + 6..last + 14)?.try_into().ok()?);
    u64::try_from(position).ok().map(|position| position / 48)
}

/// A hint like `de` or `de-AT`, as transcribers want it; `None` when it is none.
#[must_use]
pub fn language(hint: &str) -> Option<String> {
    let hint = hint.trim();
    let (main, region) = hint.split_once(['-', '_']).map_or((hint, None), |(main, region)| (main, Some(region)));
    let letters = |text: &str| text.bytes().all(|letter| letter.is_ascii_alphabetic());
    let region = region
        .is_none_or(|region| (2..=8).contains(&region.len()) && region.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-'));
    (region && (2..=3).contains(&main.len()) && letters(main)).then(|| main.to_ascii_lowercase())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wave(seconds: u32, rate: u32) -> Vec<u8> {
        let data = seconds * rate * 2;
        let mut bytes = b"RIFF\0\0\0\0WAVEfmt \x10\0\0\0\x01\0\x01\0".to_vec();
        bytes.extend(rate.to_le_bytes());
        bytes.extend((rate * 2).to_le_bytes());
        bytes.extend(b"\x02\0\x10\0LIST\x03\0\0\0abc\0data");
        bytes.extend(data.to_le_bytes());
        bytes.resize(bytes.len() + data as usize, 0);
        bytes
    }

    #[test]
    fn the_first_bytes_say_what_it_is() {
        for (bytes, container) in [
            (&b"\x1a\x45\xdf\xa3more"[..], Some(Container::WebM)),
            (b"OggS", Some(Container::Ogg)),
            (b"RIFF1234WAVEfmt ", Some(Container::Wav)),
            (b"\0\0\0\x20ftypM4A ", Some(Container::Mp4)),
            (b"RIFF1234AVI ", None),
            (b"ID3", None),
            (b"<html>", None),
        ] {
            assert_eq!(Container::detect(bytes), container, "{bytes:?}");
        }
    }

    #[test]
    fn what_is_too_long_too_short_or_nothing_is_refused() {
        assert_eq!(Recording::new(wave(3, 8_000), None).map(|one| one.milliseconds()), Ok(Some(3_000)));
        assert_eq!(Recording::new(wave(121, 8_000), None), Err(Unfit::TooLong));
        assert_eq!(Recording::new(wave(0, 8_000), None), Err(Unfit::TooShort));
        assert_eq!(Recording::new(Vec::new(), None), Err(Unfit::Empty));
        assert_eq!(Recording::new(b"hello".to_vec(), None), Err(Unfit::Foreign));
        assert_eq!(Recording::new(vec![0; LARGEST + 1], None), Err(Unfit::TooLarge));
    }

    #[test]
    fn an_ogg_of_opus_tells_its_length() {
        let page = |position: i64, more: &[u8]| [&b"OggS\0\x02"[..], &position.to_le_bytes(), more].concat();
        let of = |position| Recording::new([page(0, b"OpusHead"), page(position, b"..")].concat(), None);
        assert_eq!(of(96_000).map(|one| one.milliseconds()), Ok(Some(2_000)));
        assert_eq!(of(48_000 * 121), Err(Unfit::TooLong));
        assert_eq!(of(-1).map(|one| one.milliseconds()), Ok(None));
    }

    #[test]
    fn headers_cut_anywhere_harm_nobody() {
        let whole = wave(1, 8_000);
        for end in 12..60 {
            assert!(
                Recording::new(whole[..end].to_vec(), None).is_ok_and(|one| one.milliseconds().is_none()) || end >= 55,
                "{end}"
            );
        }
        let mut lying = whole;
        lying[16..20].copy_from_slice(&u32::MAX.to_le_bytes());
        assert!(Recording::new(lying, None).is_ok());
    }

    #[test]
    fn a_language_is_two_or_three_letters() {
        for (hint, wanted) in [("de", Some("de")), ("de-AT", Some("de")), (" EN_us ", Some("en")), ("yue", Some("yue"))] {
            assert_eq!(language(hint).as_deref(), wanted, "{hint}");
        }
        for wrong in ["", "d", "deutsch", "d3", "de-", "de-A!", "de\r\nx"] {
            assert_eq!(language(wrong), None, "{wrong}");
        }
    }
}
