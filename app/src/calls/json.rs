//! JSON between the server and its pages. The browser reads it by way of plain values: what `serde_json` reads at once into types
//! brings all that prints numbers with it, for faults that nobody sees.

use super::read_json;
use leptos::{
    server::codee::{Decoder, Encoder},
    server_fn::{
        Bytes, ContentType, Decodes, Encodes, Format, FormatType,
        codec::{JsonEncoding, Post},
    },
};
use serde::{Serialize, de::DeserializeOwned};

/// How calls of the page, their faults, and what is handed over with a page are written and read.
pub struct PlainJson;

/// What a function of the server takes and answers.
pub type Json = Post<PlainJson>;

impl ContentType for PlainJson {
    const CONTENT_TYPE: &'static str = JsonEncoding::CONTENT_TYPE;
}

impl FormatType for PlainJson {
    const FORMAT_TYPE: Format = Format::Text;
}

impl<Content: Serialize> Encodes<Content> for PlainJson {
    type Error = serde_json::Error;

    fn encode(content: &Content) -> Result<Bytes, Self::Error> {
        <JsonEncoding as Encodes<Content>>::encode(content)
    }
}

impl<Content: DeserializeOwned> Decodes<Content> for PlainJson {
    type Error = String;

    /// The server takes all that `serde_json` takes.
    #[cfg(feature = "ssr")]
    fn decode(bytes: Bytes) -> Result<Content, String> {
        serde_json::from_slice(&bytes).map_err(|fault| fault.to_string())
    }

    #[cfg(not(feature = "ssr"))]
    fn decode(bytes: Bytes) -> Result<Content, String> {
        let text = std::str::from_utf8(&bytes).map_err(|fault| fault.to_string())?;
        read_json(text).map_err(|fault| fault.to_string())
    }
}

impl<Content: Serialize> Encoder<Content> for PlainJson {
    type Error = serde_json::Error;
    type Encoded = String;

    fn encode(content: &Content) -> Result<String, Self::Error> {
        serde_json::to_string(content)
    }
}

impl<Content: DeserializeOwned> Decoder<Content> for PlainJson {
    type Error = String;
    type Encoded = str;

    fn decode(text: &str) -> Result<Content, String> {
        read_json(text).map_err(|fault| fault.to_string())
    }
}

#[cfg(test)]
mod tests {
    use super::{Decoder, Decodes, Encoder, Encodes, PlainJson};
    use crate::calls::{Answer, CallFault, Packed};

    fn handed_over(answer: &Answer) -> Answer {
        let text = <PlainJson as Encoder<Answer>>::encode(answer).expect("plain data");
        <PlainJson as Decoder<Answer>>::decode(&text).expect("what was written")
    }

    #[test]
    fn answers_and_faults_arrive_as_they_were_sent() {
        let packed: Packed = serde_json::from_str("\"[1, 0.5]\"").expect("a text");
        for answer in [
            Ok(packed),
            Err(CallFault::SignedOut),
            Err(CallFault::Refused("Not \"now\".".into())),
            Err(CallFault::Broken(String::new())),
        ] {
            assert_eq!(handed_over(&answer), answer);
        }
        let fault = CallFault::NotFound("Gone.".into());
        let bytes = <PlainJson as Encodes<CallFault>>::encode(&fault).expect("plain data");
        assert_eq!(<PlainJson as Decodes<CallFault>>::decode(bytes), Ok(fault));
        assert!(<PlainJson as Decoder<Answer>>::decode("{}").is_err());
    }
}
