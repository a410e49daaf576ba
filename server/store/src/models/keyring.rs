//! The server's own keys, under which every secret's key is wrapped.

use aes_gcm::{
    Aes256Gcm, Key, KeyInit,
    aead::{Aead, Generate, Payload},
};
use base64::{Engine, engine::general_purpose::STANDARD};
use secrecy::{ExposeSecret, SecretString};
use sha2::{Digest, Sha256};
use std::{
    fs::{self, OpenOptions},
    io::{self, Read, Write},
    path::Path,
};
use thiserror::Error;
use zeroize::Zeroizing;

/// The first key seals; all of them open, so that a key can be replaced while what it sealed is still there.
pub struct Keyring(Vec<Master>);

struct Master {
    /// Names the key without telling anything about it.
    version: i64,
    cipher: Aes256Gcm,
}

#[derive(Debug, Error)]
pub enum KeyringFault {
    #[error("a secret key is 32 bytes in base64, as `openssl rand -base64 32` makes them")]
    NotAKey,
    #[error("{0} can be read by others on this machine: run `chmod 600` on it")]
    ReadableByOthers(String),
    #[error("the secret key's file cannot be used: {0}")]
    File(#[from] io::Error),
}

const FILE: &str = "secret.key";

impl Keyring {
    /// Reads keys in base64, separated by commas, the newest first.
    pub fn parse(keys: &SecretString) -> Result<Self, KeyringFault> {
        let masters: Vec<_> = keys.expose_secret().split(',').map(Master::parse).collect::<Result<_, _>>()?;
        Ok(Self(masters))
    }

    /// Reads the keys in this folder's `secret.key`; makes the file, readable by nobody else, when it is not there.
    pub fn in_folder(folder: &Path) -> Result<Self, KeyringFault> {
        let path = folder.join(FILE);
        match OpenOptions::new().read(true).open(&path) {
            Ok(mut file) => {
                #[cfg(unix)]
                if std::os::unix::fs::PermissionsExt::mode(&file.metadata()?.permissions()) & 0o077 != 0 {
                    return Err(KeyringFault::ReadableByOthers(path.display().to_string()));
                }
                let mut text = Zeroizing::new(String::new());
                file.read_to_string(&mut text)?;
                Self::parse(&SecretString::from(text.trim()))
            }
            Err(fault) if fault.kind() == io::ErrorKind::NotFound => Self::make(folder, &path),
            Err(fault) => Err(fault.into()),
        }
    }

    fn make(folder: &Path, path: &Path) -> Result<Self, KeyringFault> {
        fs::create_dir_all(folder)?;
        let mut options = OpenOptions::new();
        options.write(true).create_new(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        let text = Zeroizing::new(STANDARD.encode(Key::<Aes256Gcm>::generate()));
        match options.open(path) {
            Ok(mut file) => {
                file.write_all(text.as_bytes())?;
                file.sync_all()?;
                Self::parse(&SecretString::from(text.as_str()))
            }
            // Another process was faster.
            Err(fault) if fault.kind() == io::ErrorKind::AlreadyExists => Self::in_folder(folder),
            Err(fault) => Err(fault.into()),
        }
    }

    pub(super) fn newest(&self) -> i64 {
        self.0[0].version
    }

    /// Wraps a key; the label must be the same again when it is unwrapped.
    pub(super) fn wrap(&self, key: &[u8], label: &[u8]) -> Option<Vec<u8>> {
        seal(&self.0[0].cipher, key, label)
    }

    /// `None` where no key of that version is here, or the label or a bit differs.
    pub(super) fn unwrap(&self, version: i64, wrapped: &[u8], label: &[u8]) -> Option<Zeroizing<Vec<u8>>> {
        self.0.iter().find(|master| master.version == version).and_then(|master| open(&master.cipher, wrapped, label))
    }
}

impl Master {
    fn parse(text: &str) -> Result<Self, KeyringFault> {
        let bytes = Zeroizing::new(STANDARD.decode(text.trim()).map_err(|_| KeyringFault::NotAKey)?);
        let cipher = Aes256Gcm::new_from_slice(&bytes).map_err(|_| KeyringFault::NotAKey)?;
        let digest = Sha256::new().chain_update(b"discovery secret key version").chain_update(&*bytes).finalize();
        let version = digest[..8].iter().fold(0_i64, |version, byte| (version << 8) | i64::from(*byte));
        Ok(Self { version, cipher })
    }
}

const NONCE: usize = 12;

/// The nonce, and what it sealed. `None` only for texts beyond 64 GiB.
pub(super) fn seal(cipher: &Aes256Gcm, text: &[u8], label: &[u8]) -> Option<Vec<u8>> {
    let nonce = aes_gcm::Nonce::generate();
    let sealed = cipher.encrypt(&nonce, Payload { msg: text, aad: label }).ok()?;
    Some([nonce.as_slice(), &sealed].concat())
}

pub(super) fn open(cipher: &Aes256Gcm, sealed: &[u8], label: &[u8]) -> Option<Zeroizing<Vec<u8>>> {
    let (nonce, sealed) = sealed.split_at_checked(NONCE)?;
    let nonce = nonce.try_into().ok()?;
    cipher.decrypt(nonce, Payload { msg: sealed, aad: label }).ok().map(Zeroizing::new)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(byte: u8) -> String {
        STANDARD.encode([byte; 32])
    }

    #[test]
    fn a_key_is_thirty_two_bytes() {
        assert!(Keyring::parse(&key(1).into()).is_ok());
        for bad in ["", "secret", &STANDARD.encode([1; 16]), &format!("{},", key(1))] {
            assert!(matches!(Keyring::parse(&bad.into()), Err(KeyringFault::NotAKey)), "{bad}");
        }
    }

    #[test]
    fn an_older_key_opens_and_the_newest_seals() {
        let old = Keyring::parse(&key(1).into()).expect("a key");
        let wrapped = old.wrap(b"data", b"label").expect("wrapped");
        let both = Keyring::parse(&format!("{},{}", key(2), key(1)).into()).expect("keys");
        assert_eq!(both.unwrap(old.newest(), &wrapped, b"label").as_deref().map(Vec::as_slice), Some(b"data".as_slice()));
        assert_ne!(both.newest(), old.newest());
        assert!(old.unwrap(both.newest(), &wrapped, b"label").is_none());
        assert!(both.unwrap(old.newest(), &wrapped, b"another label").is_none());
    }

    #[test]
    fn the_file_is_made_once_and_for_nobody_else() {
        let folder = tempfile::tempdir().expect("a folder");
        let made = Keyring::in_folder(folder.path()).expect("made");
        assert_eq!(Keyring::in_folder(folder.path()).expect("read").newest(), made.newest());
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            let path = folder.path().join(FILE);
            assert_eq!(fs::metadata(&path).expect("a file").permissions().mode() & 0o777, 0o600);
            fs::set_permissions(&path, fs::Permissions::from_mode(0o644)).expect("set");
            assert!(matches!(Keyring::in_folder(folder.path()), Err(KeyringFault::ReadableByOthers(_))));
        }
    }
}
