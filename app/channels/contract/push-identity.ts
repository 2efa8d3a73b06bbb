import { hourMs } from "~/time/durations";
import { base64UrlToBytes, bytesToBase64Url, utf8Bytes } from "./bytes";

/**
 * Identity of the sender (RFC 8292): one key pair for a deployment, made once, because browsers subscribe to its public
 * half. base64url.
 */
export interface VapidKeyPair {
  publicKey: string;
  /** Private number of a P-256 key, 32 bytes. */
  privateKey: string;
}

const algorithm = { name: "ECDSA", namedCurve: "P-256" };
/** Validity of a token in ms: at most 24 hours are allowed, and the push service's clock may differ. */
const tokenLifetimeMs = 12 * hourMs;

export async function generateVapidKeyPair(): Promise<VapidKeyPair> {
  const made = (await crypto.subtle.generateKey(algorithm, true, ["sign", "verify"])) as CryptoKeyPair;
  const { d = "" } = (await crypto.subtle.exportKey("jwk", made.privateKey)) as JsonWebKey;
  const point = new Uint8Array((await crypto.subtle.exportKey("raw", made.publicKey)) as ArrayBuffer);
  return { publicKey: bytesToBase64Url(point), privateKey: d };
}

function importSigner({ publicKey, privateKey }: VapidKeyPair): Promise<CryptoKey> {
  const point = base64UrlToBytes(publicKey);
  const [x, y] = [bytesToBase64Url(point.slice(1, 33)), bytesToBase64Url(point.slice(33))];
  return crypto.subtle.importKey("jwk", { kty: "EC", crv: "P-256", x, y, d: privateKey }, algorithm, false, ["sign"]);
}

interface VapidInput {
  identity: VapidKeyPair;
  /** Endpoint of the message; the token is valid for its origin only. */
  endpoint: string;
  /** Contact for the push service: an https or mailto URL. */
  contact: string;
  now: number;
}

/** Returns the `Authorization` header of a push message. */
export async function signVapidAuthorizationHeader({ identity, endpoint, contact, now }: VapidInput): Promise<string> {
  const claims = { aud: new URL(endpoint).origin, exp: Math.floor((now + tokenLifetimeMs) / 1000), sub: contact };
  const parts = [{ typ: "JWT", alg: "ES256" }, claims].map((part) => bytesToBase64Url(utf8Bytes(JSON.stringify(part))));
  const unsigned = parts.join(".");
  const signer = await importSigner(identity);
  const signature = await crypto.subtle.sign({ name: "ECDSA", hash: "SHA-256" }, signer, utf8Bytes(unsigned));
  return `vapid t=${unsigned}.${bytesToBase64Url(new Uint8Array(signature))}, k=${identity.publicKey}`;
}
