// The modules of a part come as one file, since they compress better together: a line of JSON with the name and the length of each,
// then the modules. The first page's file holds the main module too. Whatever is in no such file is fetched by itself.
const modules = new Map();
const asked = new Set();
const here = (name) => new URL(name, import.meta.url);

export async function unpack(address) {
  try {
    const answer = await fetch(address);
    if (!answer.ok) return;
    const bytes = new Uint8Array(await answer.arrayBuffer());
    let at = bytes.indexOf(10) + 1;
    for (const [name, length] of JSON.parse(new TextDecoder().decode(bytes.subarray(0, at)))) {
      modules.set(here(name).href, bytes.subarray(at, at + length));
      at += length;
    }
  } catch {
    // Each module is then asked for by itself, and that says what is wrong.
  }
}

export function fetched(url) {
  const bytes = modules.get(url.href);
  if (!bytes) return fetch(url);
  modules.delete(url.href);
  return Promise.resolve(new Response(bytes, { headers: { 'content-type': 'application/wasm' } }));
}

// Loads a part behind what unpacks it, where the first page has not brought it.
export function unpacking(part, load) {
  return async () => {
    if (!asked.has(part) && !modules.has(here(`./split_${part}.wasm`).href)) await unpack(here(`./${part}.more`));
    asked.add(part);
    return load();
  };
}
