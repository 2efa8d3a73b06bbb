import { createPublicKey, verify } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { newToken } from "~/platform/ids";
import vectors from "../../../tests/fixtures/outgoing/webpush-vectors.json";
import { PushReceiver } from "../../../tests/support/push-receiver";
import { base64UrlToBytes, bytesToBase64Url, utf8Bytes } from "./bytes";
import { encryptPushMessage, generatePushRandomValues, maxPushPayloadBytes } from "./push-encryption";
import { generateVapidKeyPair, signVapidAuthorizationHeader } from "./push-identity";

const { rfc8291, rfc8292 } = vectors;

/** Returns the key pair of the RFC's example, imported into Web Crypto. */
async function pairOf(privateKey: string, publicKey: string): Promise<CryptoKeyPair> {
  const algorithm = { name: "ECDH", namedCurve: "P-256" };
  const point = base64UrlToBytes(publicKey);
  const [x, y] = [bytesToBase64Url(point.slice(1, 33)), bytesToBase64Url(point.slice(33))];
  const jwk = { kty: "EC", crv: "P-256", x, y, d: privateKey };
  return {
    privateKey: await crypto.subtle.importKey("jwk", jwk, algorithm, true, ["deriveBits"]),
    publicKey: await crypto.subtle.importKey("raw", point, algorithm, true, []),
  };
}

const receiver = new PushReceiver({ privateKey: rfc8291.ua_private, auth: rfc8291.auth_secret });

test("the message of RFC 8291 appendix A, byte for byte", async () => {
  const chance = { keys: await pairOf(rfc8291.as_private, rfc8291.as_public), salt: base64UrlToBytes(rfc8291.salt) };
  const to = { p256dh: rfc8291.ua_public, auth: rfc8291.auth_secret };
  expect(bytesToBase64Url(await encryptPushMessage(utf8Bytes(rfc8291.plaintext), to, chance))).toBe(rfc8291.body);
  expect(receiver.read(base64UrlToBytes(rfc8291.body))).toBe(rfc8291.plaintext);
});

test("whatever is written, the browser that it is for reads it, another one does not, and no two messages are alike", async () => {
  const stranger = new PushReceiver();
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: "grapheme", maxLength: 400 }), async (text) => {
      const own = new PushReceiver();
      const plain = utf8Bytes(text);
      const sent = await encryptPushMessage(plain, own.keys, await generatePushRandomValues(newToken()));
      expect(own.read(sent)).toBe(text);
      expect(() => stranger.read(sent)).toThrow();
      expect(sent.length).toBe(plain.length + 103);
      expect(sent).not.toEqual(await encryptPushMessage(plain, own.keys, await generatePushRandomValues(newToken())));
    }),
    { numRuns: 40 },
  );
});

test("a message is as large as a push service must take, and no larger", async () => {
  const whole = await encryptPushMessage(
    new Uint8Array(maxPushPayloadBytes).fill(97),
    receiver.keys,
    await generatePushRandomValues(newToken()),
  );
  expect(whole.length).toBe(4096);
  expect(receiver.read(whole)).toHaveLength(maxPushPayloadBytes);
  const more = encryptPushMessage(
    new Uint8Array(maxPushPayloadBytes + 1),
    receiver.keys,
    await generatePushRandomValues(newToken()),
  );
  await expect(more).rejects.toThrow(RangeError);
});

test("a key that is no point of the curve is refused", async () => {
  const p256dh = `B${"A".repeat(86)}`;
  await expect(
    encryptPushMessage(utf8Bytes("a"), { ...receiver.keys, p256dh }, await generatePushRandomValues(newToken())),
  ).rejects.toThrow();
});

/** Returns the claims, after checking that the signature is that of the key beside it: RFC 8292 §2, RFC 7515. */
function readToken(authorization: string) {
  const [, token = "", point = ""] = /^vapid t=([\w.-]+), k=([\w-]{87})$/.exec(authorization) ?? [];
  const [head = "", claims = "", signature = ""] = token.split(".");
  const bytes = Buffer.from(point, "base64url");
  const [x, y] = [bytes.subarray(1, 33).toString("base64url"), bytes.subarray(33).toString("base64url")];
  const key = createPublicKey({ key: { kty: "EC", crv: "P-256", x, y }, format: "jwk" });
  const signed = verify(
    "sha256",
    Buffer.from(`${head}.${claims}`),
    { key, dsaEncoding: "ieee-p1363" },
    Buffer.from(signature, "base64url"),
  );
  const parsed = [head, claims].map((part) => JSON.parse(Buffer.from(part, "base64url").toString()));
  return { signed, head: parsed[0], claims: parsed[1], point };
}

test("the token of RFC 8292 is read as signed, and ours as well: for one origin, twelve hours, by the deployment's key", async () => {
  expect(readToken(rfc8292.authorization)).toMatchObject({
    signed: true,
    head: rfc8292.header,
    claims: rfc8292.claims,
  });
  const now = Date.UTC(2026, 10, 20);
  const identity = await generateVapidKeyPair();
  const endpoint = "https://push.example.net/p/JzLQ3raZJfFBR0aqvOMsLrt54w4rJUsV";
  const made = readToken(
    await signVapidAuthorizationHeader({ identity, endpoint, contact: "mailto:push@example.com", now }),
  );
  expect(made).toEqual({
    signed: true,
    head: rfc8292.header,
    claims: { aud: rfc8292.aud, exp: now / 1000 + 12 * 3600, sub: rfc8292.claims.sub },
    point: identity.publicKey,
  });
});

test("each deployment makes a key of its own", async () => {
  const [one, other] = [await generateVapidKeyPair(), await generateVapidKeyPair()];
  expect(one.publicKey).toMatch(/^B[\w-]{86}$/);
  expect(one.publicKey).not.toBe(other.publicKey);
});
