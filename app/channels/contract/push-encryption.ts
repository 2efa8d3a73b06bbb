import type { Bytes } from "./bytes";
import { base64UrlToBytes, joinBytes, utf8Bytes } from "./bytes";

/** Keys of a browser's `PushSubscription`, in base64url. */
export interface PushSubscriptionKeys {
  /** Its public key, a point of P-256 in 65 bytes. */
  p256dh: string;
  /** Its secret, 16 bytes. */
  auth: string;
}

/** Random values that are new for each message. */
export interface PushRandomValues {
  keys: CryptoKeyPair;
  salt: Bytes;
}

const curve = { name: "ECDH", namedCurve: "P-256" };
/** Size of the only record: RFC 8291 §4. */
const recordBytes = 4096;
/**
 * Bytes that every push service must accept (RFC 8030 §7.2), less the header of 86 bytes, the tag and the end marker.
 */
export const maxPushPayloadBytes = 3993;

/** Returns new random values; `token` is 256 random bits in base64url. */
export const generatePushRandomValues = async (token: string): Promise<PushRandomValues> => ({
  keys: (await crypto.subtle.generateKey(curve, true, ["deriveBits"])) as CryptoKeyPair,
  salt: base64UrlToBytes(token).slice(0, 16),
});

async function hkdf(secret: Bytes, salt: Bytes, info: Bytes, size: number): Promise<Bytes> {
  const base = await crypto.subtle.importKey("raw", secret, "HKDF", false, ["deriveBits"]);
  return new Uint8Array(await crypto.subtle.deriveBits({ name: "HKDF", hash: "SHA-256", salt, info }, base, size * 8));
}

const header = (salt: Bytes, publicKey: Bytes): Bytes => {
  const head = new Uint8Array(21);
  head.set(salt);
  new DataView(head.buffer).setUint32(16, recordBytes);
  head[20] = publicKey.length;
  return joinBytes(head, publicKey);
};

/**
 * Encrypts a message for the browser: aes128gcm of RFC 8188 with the keys of RFC 8291. Throws when the keys are invalid
 * or `plain` is too long.
 */
export async function encryptPushMessage(
  plain: Bytes,
  to: PushSubscriptionKeys,
  { keys, salt }: PushRandomValues,
): Promise<Bytes> {
  if (plain.length > maxPushPayloadBytes) throw new RangeError("more than one push message holds");
  const [theirs, auth] = [base64UrlToBytes(to.p256dh), base64UrlToBytes(to.auth)];
  const ours = new Uint8Array((await crypto.subtle.exportKey("raw", keys.publicKey)) as ArrayBuffer);
  const publicKey = await crypto.subtle.importKey("raw", theirs, curve, false, []);
  const shared = new Uint8Array(
    await crypto.subtle.deriveBits({ name: "ECDH", public: publicKey } as never, keys.privateKey, 256),
  );
  const secret = await hkdf(shared, auth, joinBytes(utf8Bytes("WebPush: info\0"), theirs, ours), 32);
  const [content, nonce] = await Promise.all([
    hkdf(secret, salt, utf8Bytes("Content-Encoding: aes128gcm\0"), 16),
    hkdf(secret, salt, utf8Bytes("Content-Encoding: nonce\0"), 12),
  ]);
  const key = await crypto.subtle.importKey("raw", content, "AES-GCM", false, ["encrypt"]);
  // 2 marks the last record, which is the only one.
  const sealed = await crypto.subtle.encrypt(
    { name: "AES-GCM", iv: nonce },
    key,
    joinBytes(plain, new Uint8Array([2])),
  );
  return joinBytes(header(salt, ours), new Uint8Array(sealed));
}
