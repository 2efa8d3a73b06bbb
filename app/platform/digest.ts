import { BoundedMap, registerIsolateCache } from "./isolate";

const encoder = new TextEncoder();
/** Cache for stylesheets and accents, which are few; others are computed again. */
const kept = registerIsolateCache(new BoundedMap<string, string>(100));

/** Returns `sha256-…` in base64, as a CSP names an inline style. */
export async function cspStyleHash(text: string): Promise<string> {
  const known = kept.get(text);
  if (known !== undefined) return known;
  const digest = await crypto.subtle.digest("SHA-256", encoder.encode(text));
  const hash = `sha256-${btoa(String.fromCharCode(...new Uint8Array(digest)))}`;
  kept.set(text, hash);
  return hash;
}

/** Returns the digest in hex. */
export async function sha256OfBytes(bytes: Uint8Array): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", new Uint8Array(bytes)));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
