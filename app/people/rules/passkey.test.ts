import fc from "fast-check";
import { expect, test } from "vitest";
import { isRoleAtLeast, roles } from "~/access/actor";
import { newTokenExpiry, tokenLifetimeChoices, tokenRoleOnPage } from "./api-token";
import { passkeySignInInputSchema } from "./credentials-input";
import { challengeFromClientData, passkeyRelyingParty } from "./passkey";

const encoded = (data: unknown) => Buffer.from(JSON.stringify(data)).toString("base64url");
const challenge = "c".repeat(43);

test.each([
  ["https://status.example.com", "status.example.com"],
  ["https://status.example.com:8443", "status.example.com"],
  ["http://localhost:8787", "localhost"],
  ["http://acme.localhost:8787", "acme.localhost"],
])("%s can have passkeys", (origin, rpId) => {
  expect(passkeyRelyingParty(origin)).toEqual({ possible: true, origin, rpId });
});

test.each([
  ["http://127.0.0.1:8787", "address", "http://localhost:8787"],
  ["http://[::1]:8787", "address", "http://localhost:8787"],
  ["https://192.0.2.7", "address", null],
  ["https://[2001:db8::1]", "address", null],
  ["http://status.lan", "insecure", null],
])("%s cannot, and says why", (origin, why, instead) => {
  expect(passkeyRelyingParty(origin)).toEqual({ possible: false, why, instead });
});

test("finds the challenge that was signed, and none in anything else", () => {
  expect(challengeFromClientData(encoded({ type: "webauthn.get", challenge, origin: "ü" }))).toBe(challenge);
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.json().map(encoded)), (text) => {
      expect(challengeFromClientData(text)).toBeNull();
    }),
  );
});

test.each([true, "false", 0, null])("and none in what was signed in a frame of another page (%j)", (crossOrigin) => {
  expect(challengeFromClientData(encoded({ challenge, crossOrigin: false }))).toBe(challenge);
  expect(challengeFromClientData(encoded({ challenge, crossOrigin }))).toBeNull();
});

test("a credential is taken apart, whatever is sent", () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.json()), (credential) => {
      expect(passkeySignInInputSchema.safeParse({ credential }).success).toBe(false);
    }),
  );
  const response = { clientDataJSON: encoded({ challenge }), authenticatorData: "aa", signature: "bb" };
  const whole = { id: "x", rawId: "x", type: "public-key", response };
  const read = passkeySignInInputSchema.parse({ credential: JSON.stringify(whole) });
  expect(read.credential).toMatchObject({ id: "x", challenge });
});

test("a token never may more than itself or its maker, and ends when it says", () => {
  fc.assert(
    fc.property(fc.constantFrom(...roles), fc.constantFrom(...roles), (ceiling, makers) => {
      const role = tokenRoleOnPage(ceiling, makers);
      expect([isRoleAtLeast(ceiling, role), isRoleAtLeast(makers, role)]).toEqual([true, true]);
    }),
  );
  expect(tokenLifetimeChoices.map((life) => newTokenExpiry(life, 1000))).toEqual([
    604_801_000, 2_592_001_000, 7_776_001_000, 31_536_001_000,
  ]);
});
