import { decodeBase64Url, encodeBase64Url } from "./ids";

/** Keys derived from UPFRONT_SECRET by HKDF, one per use (protocols §8); the old secret still opens and verifies. */
export interface Secrets {
  /** SHA-256 in hex: how tokens are stored and found. */
  hash(text: string): Promise<string>;
  /** AES-256-GCM, base64url of `iv ‖ ciphertext`; for settings and addresses that admins may see again. */
  seal(text: string): Promise<string>;
  /** What a backup without secrets left stands as `plain:…`: it holds none, and the next saving seals it. */
  open(sealed: string): Promise<string>;
  /** HMAC-SHA-256 for links and form tokens, base64url. */
  sign(text: string): Promise<string>;
  verify(text: string, signature: string): Promise<boolean>;
}

const encoder = new TextEncoder();

export async function sha256Hex(text: string): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", encoder.encode(text)));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

async function derive(secret: string, use: string, algorithm: AesKeyGenParams | HmacImportParams) {
  const base = await crypto.subtle.importKey("raw", encoder.encode(secret), "HKDF", false, ["deriveKey"]);
  const settings = { name: "HKDF", hash: "SHA-256", salt: encoder.encode("upfront"), info: encoder.encode(use) };
  const usages: KeyUsage[] = algorithm.name === "HMAC" ? ["sign", "verify"] : ["encrypt", "decrypt"];
  return crypto.subtle.deriveKey(settings, base, algorithm, false, usages);
}

/** No base64url has a colon. */
const plain = "plain:";

const aes = { name: "AES-GCM", length: 256 };
const hmac = { name: "HMAC", hash: "SHA-256", length: 256 };

function lazily<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => (made ??= make());
}

async function unseal(key: CryptoKey, sealed: string): Promise<string> {
  const bytes = decodeBase64Url(sealed);
  const algorithm = { name: "AES-GCM", iv: bytes.slice(0, 12) };
  return new TextDecoder().decode(await crypto.subtle.decrypt(algorithm, key, bytes.slice(12)));
}

export function makeSecrets(secret: string, oldSecret?: string): Secrets {
  const secretsInUse = oldSecret ? [secret, oldSecret] : [secret];
  const sealing = secretsInUse.map((each) => lazily(() => derive(each, "settings", aes)));
  const signing = secretsInUse.map((each) => lazily(() => derive(each, "links", hmac)));
  const first = <T>(keys: (() => Promise<T>)[]) => (keys[0] as () => Promise<T>)();
  return {
    hash: sha256Hex,
    async seal(text) {
      const iv = crypto.getRandomValues(new Uint8Array(12));
      const sealed = await crypto.subtle.encrypt({ name: "AES-GCM", iv }, await first(sealing), encoder.encode(text));
      return encodeBase64Url(new Uint8Array([...iv, ...new Uint8Array(sealed)]));
    },
    async open(sealed) {
      if (sealed.startsWith(plain)) return sealed.slice(plain.length);
      for (const key of sealing.slice(0, -1)) {
        const text = await unseal(await key(), sealed).catch(() => null);
        if (text !== null) return text;
      }
      return unseal(await (sealing.at(-1) as () => Promise<CryptoKey>)(), sealed);
    },
    async sign(text) {
      return encodeBase64Url(
        new Uint8Array(await crypto.subtle.sign("HMAC", await first(signing), encoder.encode(text))),
      );
    },
    async verify(text, signature) {
      for (const key of signing) {
        const bytes = signature.match(/^[\w-]+$/) ? decodeBase64Url(signature) : new Uint8Array();
        if (await crypto.subtle.verify("HMAC", await key(), bytes, encoder.encode(text))) return true;
      }
      return false;
    },
  };
}
