//! One connection: HTTP/1.1 as far as it is needed, so that it can be broken at any byte.

use super::{Behaviour, Script, StubRequest, Wire, bodies::End, script};
use serde_json::{Value, json};
use std::sync::Arc;
use std::{collections::HashMap, io, sync::Mutex, time::Duration};
use tokio::{
    io::AsyncBufReadExt,
    io::{AsyncReadExt, AsyncWriteExt, BufReader},
    net::{
        TcpStream,
        tcp::{OwnedReadHalf, OwnedWriteHalf},
    },
};

pub(super) async fn serve(stream: TcpStream, shared: Arc<Mutex<Script>>) {
    // Small pieces go out at once, like a provider's.
    let (Ok(()), (read, mut write)) = (stream.set_nodelay(true), stream.into_split()) else { return };
    let mut read = BufReader::new(read);
    // Some calls break the connection on purpose. That ends this one and means nothing else.
    while let Ok(Some((path, headers, body))) = request(&mut read).await {
        if let Some(told) = path.strip_prefix("/_stub/") {
            let (status, answer) = control(&shared, told, &body);
            if whole(&mut write, status, "application/json", &[], answer.to_string().as_bytes()).await.is_err() {
                return;
            }
            continue;
        }
        let Some(wire) = Wire::from_path(&path) else {
            let answered =
                whole(&mut write, 404, "application/json", &[], json!({"error": "no such path"}).to_string().as_bytes()).await;
            if answered.is_err() {
                return;
            }
            continue;
        };
        let request = StubRequest { wire, path, headers, body };
        let (scripted, always) = {
            let mut script = script(&shared);
            script.requests.push(request.clone());
            (script.next.pop_front(), script.always.clone())
        };
        let behaviour = scripted.unwrap_or_else(|| always(&request));
        let answered = tokio::select! {
            biased;
            answered = answer(&mut write, &request, behaviour) => answered,
            () = gone(&mut read) => {
                script(&shared).hung_up += 1;
                return;
            }
        };
        if !matches!(answered, Ok(Stay::Open)) {
            return;
        }
    }
}

/// Control of the stub by a test in another language: `POST /_stub/next` and `/_stub/always` with a behaviour, and
/// `GET /_stub/requests`.
fn control(shared: &Mutex<Script>, told: &str, body: &Value) -> (u16, Value) {
    let behaviour = serde_json::from_value::<Behaviour>(body.clone());
    let mut script = script(shared);
    match (told, behaviour) {
        ("requests", _) => {
            let asked = script.requests.iter().map(|one| json!({"path": one.path, "body": one.body, "text": one.text()}));
            return (200, asked.collect());
        }
        ("next", Ok(behaviour)) => script.next.push_back(behaviour),
        ("always", Ok(behaviour)) => script.always = Arc::new(move |_| behaviour.clone()),
        (_, Ok(_)) => return (404, json!({"error": "no such path"})),
        (_, Err(fault)) => return (422, json!({"error": fault.to_string()})),
    }
    (200, json!({}))
}

enum Stay {
    Open,
    Broken,
}

async fn answer(out: &mut OwnedWriteHalf, request: &StubRequest, behaviour: Behaviour) -> io::Result<Stay> {
    let wire = request.wire;
    match behaviour {
        Behaviour::Says(text) => {
            begin(out, wire).await?;
            part(out, &wire.opening()).await?;
            for piece in pieces(&text) {
                part(out, &wire.piece(piece)).await?;
            }
            part(out, &wire.closing(End::Whole)).await?;
            end(out).await
        }
        Behaviour::Calls { text, calls } => {
            begin(out, wire).await?;
            part(out, &wire.opening()).await?;
            if !text.is_empty() {
                part(out, &wire.piece(&text)).await?;
            }
            for (place, (name, arguments)) in calls.iter().enumerate() {
                part(out, &wire.tool_call(place, name, arguments)).await?;
            }
            part(out, &wire.closing(End::Calls)).await?;
            end(out).await
        }
        Behaviour::Drips { pieces, pause_ms } => {
            begin(out, wire).await?;
            part(out, &wire.opening()).await?;
            for piece in pieces {
                tokio::time::sleep(Duration::from_millis(pause_ms)).await;
                part(out, &wire.piece(&piece)).await?;
            }
            part(out, &wire.closing(End::Whole)).await?;
            end(out).await
        }
        Behaviour::Cut { after } => {
            begin(out, wire).await?;
            if !after.is_empty() {
                part(out, &wire.opening()).await?;
                part(out, &wire.piece(&after)).await?;
                // The next event breaks off in its middle.
                let next = wire.piece("never whole");
                part(out, &next[..next.len() / 2]).await?;
            }
            Ok(Stay::Broken)
        }
        Behaviour::Status { status, retry_after } => {
            let headers: Vec<_> = retry_after.map(|seconds| ("retry-after", seconds.to_string())).into_iter().collect();
            let body = wire.error(status, &format!("the stub answers {status}"));
            whole(out, status, "application/json", &headers, body.to_string().as_bytes()).await
        }
        Behaviour::EchoesKey { status } => {
            let key = request.headers.get(wire.key_header()).map_or("", String::as_str);
            let body = wire.error(status, &format!("incorrect key: {key}"));
            whole(out, status, "application/json", &[], body.to_string().as_bytes()).await
        }
        Behaviour::Garbage => whole(out, 200, "text/html", &[], b"<html><body>It works!</body></html>").await,
        Behaviour::GarbageInStream { after } => {
            begin(out, wire).await?;
            part(out, &[wire.opening(), wire.piece(&after), wire.garbage()].concat()).await?;
            part(out, &wire.closing(End::Whole)).await?;
            end(out).await
        }
        Behaviour::Overloads { after } => {
            begin(out, wire).await?;
            part(out, &wire.opening()).await?;
            if !after.is_empty() {
                part(out, &wire.piece(&after)).await?;
            }
            part(out, &wire.overload()).await?;
            end(out).await
        }
        Behaviour::Refuses => {
            begin(out, wire).await?;
            part(out, &wire.refusal()).await?;
            end(out).await
        }
        Behaviour::Truncates(text) => {
            begin(out, wire).await?;
            part(out, &[wire.opening(), wire.piece(&text), wire.closing(End::Truncated)].concat()).await?;
            end(out).await
        }
        Behaviour::Hangs => std::future::pending().await,
        Behaviour::Floods => {
            begin(out, wire).await?;
            let noise = vec![b'x'; 64 * 1024];
            loop {
                part(out, &noise).await?;
            }
        }
    }
}

/// About four pieces, cut between characters.
fn pieces(text: &str) -> impl Iterator<Item = &str> {
    let size = (text.chars().count() / 4).max(1);
    let mut rest = text;
    std::iter::from_fn(move || {
        let cut = rest.char_indices().nth(size).map_or(rest.len(), |(at, _)| at);
        let (piece, after) = rest.split_at(cut);
        rest = after;
        (!piece.is_empty()).then_some(piece)
    })
}

async fn begin(out: &mut OwnedWriteHalf, wire: Wire) -> io::Result<()> {
    let head = format!("HTTP/1.1 200 OK\r\ncontent-type: {}\r\ntransfer-encoding: chunked\r\n\r\n", wire.content_type());
    out.write_all(head.as_bytes()).await
}

async fn part(out: &mut OwnedWriteHalf, bytes: &[u8]) -> io::Result<()> {
    if bytes.is_empty() {
        return Ok(());
    }
    let framed = [format!("{:x}\r\n", bytes.len()).as_bytes(), bytes, b"\r\n"].concat();
    out.write_all(&framed).await
}

async fn end(out: &mut OwnedWriteHalf) -> io::Result<Stay> {
    out.write_all(b"0\r\n\r\n").await?;
    Ok(Stay::Open)
}

async fn whole(out: &mut OwnedWriteHalf, status: u16, kind: &str, headers: &[(&str, String)], body: &[u8]) -> io::Result<Stay> {
    let extra: String = headers.iter().map(|(name, value)| format!("{name}: {value}\r\n")).collect();
    let head = format!("HTTP/1.1 {status} Stub\r\ncontent-type: {kind}\r\ncontent-length: {}\r\n{extra}\r\n", body.len());
    out.write_all(&[head.as_bytes(), body].concat()).await?;
    Ok(Stay::Open)
}

type Head = (String, HashMap<String, String>, Value);

/// The next request, or `None` when the caller is done.
async fn request(read: &mut BufReader<OwnedReadHalf>) -> io::Result<Option<Head>> {
    let mut line = String::new();
    if read.read_line(&mut line).await? == 0 {
        return Ok(None);
    }
    let path = line.split_whitespace().nth(1).unwrap_or_default().to_owned();
    let mut headers = HashMap::new();
    loop {
        line.clear();
        if read.read_line(&mut line).await? <= 2 {
            break;
        }
        if let Some((name, value)) = line.split_once(':') {
            headers.insert(name.trim().to_ascii_lowercase(), value.trim().to_owned());
        }
    }
    let length = headers.get("content-length").and_then(|length| length.parse().ok()).unwrap_or(0);
    let mut body = vec![0; length];
    read.read_exact(&mut body).await?;
    Ok(Some((path, headers, serde_json::from_slice(&body).unwrap_or(Value::Null))))
}

/// Ends when the caller closes the connection; a caller that waits for its answer sends nothing.
async fn gone(read: &mut BufReader<OwnedReadHalf>) {
    let mut byte = [0];
    loop {
        match read.read(&mut byte).await {
            Ok(0) | Err(_) => return,
            Ok(_) => {}
        }
    }
}
