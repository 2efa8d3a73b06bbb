import { decodeBase64Url, encodeBase64Url, parseBase64Url } from "./ids";

export type SecretKeyState = "current" | "old" | "missing";

/** Keys derived from UPFRONT_SECRET by HKDF, one per use; the old secret still opens and verifies. */
export interface Secrets {
  /** Returns SHA-256 in hex, by which tokens are stored and found. */
  hash(text: string): Promise<string>;
  /**
   * Seals as AES-256-GCM, `<id of the key>.<base64url of iv ‖ ciphertext>`; for settings and addresses that admins may
   * see again. The id shows which values are still under another key, without opening them.
   */
  seal(text: string): Promise<string>;
  /** Returns the error with which `seal` would refuse, or null; for callers that ask it beside other work. */
  sealingTrouble(): Promise<Error | null>;
  /**
   * Returns null when its key is not set (any more). A value that a backup without secrets left is `plain:…`: it holds
   * none, and is sealed when it is saved again. A value without a key's id is older than these ids: each key is tried.
   */
  open(sealed: string): Promise<string | null>;
  /** Returns which key it is under: the sealing key, the old key, which still opens, or a key that is not set. */
  standing(sealed: string): Promise<SecretKeyState>;
  /** Returns the id of the key that seals. */
  keyId(): Promise<string>;
  /** Returns the ids of the keys of all secrets that are set, the sealing key first. */
  keyIds(): Promise<string[]>;
  /** Returns HMAC-SHA-256 for links and form tokens, base64url. */
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

/** Base64url never contains a colon or a dot. */
const plain = "plain:";
const idEnd = ".";

/** Returns 48 bits derived from the secret like a key of its own; they reveal nothing of it. */
async function keyIdOf(secret: string): Promise<string> {
  const base = await crypto.subtle.importKey("raw", encoder.encode(secret), "HKDF", false, ["deriveBits"]);
  const settings = { name: "HKDF", hash: "SHA-256", salt: encoder.encode("upfront"), info: encoder.encode("key id") };
  return encodeBase64Url(new Uint8Array(await crypto.subtle.deriveBits(settings, base, 48)));
}

const aes = { name: "AES-GCM", length: 256 };
const hmac = { name: "HMAC", hash: "SHA-256", length: 256 };

/** Keeps the value and not its promise: the promise of a cancelled request would never resolve. */
function lazily<T>(make: () => Promise<T>): () => Promise<T> {
  let made: T | undefined;
  return async () => {
    if (made === undefined) made = await make();
    return made;
  };
}

async function unseal(key: CryptoKey, sealed: string): Promise<string> {
  const bytes = decodeBase64Url(sealed);
  const algorithm = { name: "AES-GCM", iv: bytes.slice(0, 12) };
  return new TextDecoder().decode(await crypto.subtle.decrypt(algorithm, key, bytes.slice(12)));
}

interface SealingKey {
  id: () => Promise<string>;
  key: () => Promise<CryptoKey>;
}

/**
 * Decrypts with the key that the text names. Returns null if that key is not set, or if the text was not encrypted by
 * us.
 */
async function openSealed(keys: readonly SealingKey[], sealed: string): Promise<string | null> {
  if (sealed.startsWith(plain)) return sealed.slice(plain.length);
  if (sealed === "") return null;
  const [id, body] = sealed.includes(idEnd) ? sealed.split(idEnd) : [null, sealed];
  for (const each of keys) {
    if (id !== null && id !== (await each.id())) continue;
    const text = await unseal(await each.key(), body ?? "").catch(() => null);
    if (text !== null) return text;
  }
  return null;
}

export function makeSecrets(secret: string, oldSecret?: string): Secrets {
  const secretsInUse = oldSecret ? [secret, oldSecret] : [secret];
  const sealing: SealingKey[] = secretsInUse.map((each) => ({
    id: lazily(() => keyIdOf(each)),
    key: lazily(() => derive(each, "settings", aes)),
  }));
  const [newest] = sealing as [SealingKey, ...SealingKey[]];
  const signing = secretsInUse.map((each) => lazily(() => derive(each, "links", hmac)));
  const first = <T>(keys: (() => Promise<T>)[]) => (keys[0] as () => Promise<T>)();
  return {
    hash: sha256Hex,
    sealingTrouble: async () => null,
    async seal(text) {
      const iv = crypto.getRandomValues(new Uint8Array(12));
      const sealed = await crypto.subtle.encrypt({ name: "AES-GCM", iv }, await newest.key(), encoder.encode(text));
      return `${await newest.id()}${idEnd}${encodeBase64Url(new Uint8Array([...iv, ...new Uint8Array(sealed)]))}`;
    },
    open: (sealed) => openSealed(sealing, sealed),
    async standing(sealed) {
      if ((await openSealed([newest], sealed)) !== null) return "current";
      return (await openSealed(sealing, sealed)) === null ? "missing" : "old";
    },
    keyId: () => newest.id(),
    keyIds: () => Promise.all(sealing.map((each) => each.id())),
    async sign(text) {
      return encodeBase64Url(
        new Uint8Array(await crypto.subtle.sign("HMAC", await first(signing), encoder.encode(text))),
      );
    },
    async verify(text, signature) {
      const bytes = parseBase64Url(signature) ?? new Uint8Array();
      for (const key of signing) {
        if (await crypto.subtle.verify("HMAC", await key(), bytes, encoder.encode(text))) return true;
      }
      return false;
    },
  };
}
