//! Reads the body of an answer, and no more of it than is wanted.

use reqwest::Response;

/// Why a body was not read to its end.
#[derive(Debug)]
pub(crate) enum Broken {
    TooLarge,
    Lost(reqwest::Error),
}

/// The body after decompression, if it is not longer than `most` bytes.
pub(crate) async fn read(mut response: Response, most: usize) -> Result<Vec<u8>, Broken> {
    if response.content_length().is_some_and(|length| length > most as u64) {
        return Err(Broken::TooLarge);
    }
    let mut bytes = Vec::new();
    while let Some(chunk) = response.chunk().await.map_err(Broken::Lost)? {
        if bytes.len() + chunk.len() > most {
            return Err(Broken::TooLarge);
        }
        bytes.extend_from_slice(&chunk);
    }
    Ok(bytes)
}
