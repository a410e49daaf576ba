//! The built page: files with a hash in their name never change, the rest is asked for again.

use super::problem::Problem;
use app::shell::Assets;
use axum::{
    Router,
    extract::Request,
    middleware::{Next, from_fn},
    response::{IntoResponse, Response},
    routing::MethodRouter,
};
use http::{HeaderValue, header};
use std::path::Path;
use tower_http::services::ServeDir;

/// The names of the hashed files, as the manifest of the site lists them; none where the page was not built.
pub(crate) fn read(site: &Path) -> Assets {
    let manifest = site.join("manifest.json");
    let read = std::fs::read(&manifest).map_err(|fault| fault.to_string());
    match read.and_then(|text| serde_json::from_slice(&text).map_err(|fault| fault.to_string())) {
        Ok(assets) => assets,
        Err(fault) => {
            tracing::warn!(manifest = %manifest.display(), %fault, "no built page: pages are served without styles and scripts");
            Assets::default()
        }
    }
}

/// What is wrong with the built page: it is there, but not of the sources that this server was made of.
pub(crate) fn misfit(site: &Path) -> Option<String> {
    let manifest = std::fs::read(site.join("manifest.json")).ok()?;
    let assets: Assets = serde_json::from_slice(&manifest).ok()?;
    let module = std::fs::read(site.join(&assets.wasm)).ok()?;
    let mark = app::build::MARK.as_bytes();
    let fits = module.windows(mark.len()).any(|part| part == mark);
    (!fits).then(|| {
        format!("the page in {} is of another build than this server: build it anew, or set DISCOVERY_SITE_DIR", site.display())
    })
}

/// The files of the site; `missing` is the page for an address that leads nowhere.
pub(crate) fn files(site: &Path, missing: MethodRouter) -> Router {
    let files = ServeDir::new(site).precompressed_br().precompressed_gzip().append_index_html_on_directories(false);
    Router::new().fallback_service(files.not_found_service(missing)).layer(from_fn(cached))
}

/// The hashed files alone: whoever asks for them needs not be known.
pub(crate) fn hashed(site: &Path) -> Router {
    let files = ServeDir::new(site).precompressed_br().precompressed_gzip();
    Router::new().route_service("/pkg/{*file}", files).layer(from_fn(cached))
}

async fn cached(request: Request, next: Next) -> Response {
    // Where the API has no such route there is no such file either, whatever the method.
    if request.uri().path().starts_with("/api/") {
        return Problem::not_found("there is no such route: see /api/docs").into_response();
    }
    let hashed = request.uri().path().starts_with("/pkg/");
    let mut response = next.run(request).await;
    if response.status().is_success() {
        let value = if hashed { "public, max-age=31536000, immutable" } else { "public, max-age=300" };
        response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static(value));
    }
    response
}

#[cfg(test)]
mod tests {
    use super::misfit;

    #[test]
    fn a_page_of_another_build_is_noticed() {
        let site = tempfile::tempdir().expect("a folder");
        assert_eq!(misfit(site.path()), None, "there is none");
        std::fs::write(site.path().join("manifest.json"), r#"{"wasm": "page.wasm"}"#).expect("written");
        for (module, fits) in [
            (format!("\0asm … {} …", app::build::MARK), true),
            ("\0asm … discovery build 0123456789abcdef …".to_owned(), false),
            ("\0asm".to_owned(), false),
        ] {
            std::fs::write(site.path().join("page.wasm"), &module).expect("written");
            assert_eq!(misfit(site.path()).is_none(), fits, "{module}");
        }
    }
}
