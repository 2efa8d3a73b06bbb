import fc from "fast-check";
import { expect, test } from "vitest";
import { hasControlChars } from "~/fields/text-inputs";
import {
  authTimeFromClaims,
  type IdentityClaims,
  nameFromClaims,
  subjectFromClaims,
  verifiedEmailFromClaims,
} from "./identity";

const entra = "https://login.microsoftonline.com/0000/v2.0";
const other = "https://accounts.google.com";
const email = "Ada@Example.com";

test.each<[string, IdentityClaims, string, string | null]>([
  ["vouched for", { email, email_verified: true }, other, "ada@example.com"],
  ["vouched for in text", { email, email_verified: "true" }, other, "ada@example.com"],
  ["not vouched for", { email, email_verified: false }, other, null],
  ["said nothing", { email }, other, null],
  ["some other yes", { email, email_verified: 1 }, other, null],
  ["no address", { email_verified: true }, other, null],
  ["written with a Kelvin sign", { email: "\u212aarl@example.com", email_verified: true }, other, null],
  ["two addresses", { email: "a@example.com,b@example.com", email_verified: true }, other, null],
  ["a list", { email: ["a@example.com"], email_verified: true }, other, null],
  ["Entra of a proven domain", { email, xms_edov: true }, entra, "ada@example.com"],
  ["Entra of a proven domain, as a number in text", { email, xms_edov: "1" }, entra, "ada@example.com"],
  ["Entra of any domain", { email, xms_edov: false }, entra, null],
  ["Entra says nothing", { email }, entra, null],
  ["Entra's claim of somebody else", { email, xms_edov: true }, other, null],
  [
    "Entra's claim at a name like Entra's",
    { email, xms_edov: true },
    "https://login.microsoftonline.com.evil.example",
    null,
  ],
  ["Entra's claim against a no", { email, xms_edov: true, email_verified: false }, entra, null],
])("an address that is %s", (_what, claims, issuer, expected) => {
  expect(verifiedEmailFromClaims(claims, issuer)).toBe(expected);
});

test.each([
  ["ada", "ada"],
  ["Ädä 7|x@y", "Ädä 7|x@y"],
  ["m".repeat(255), "m".repeat(255)],
  ["m".repeat(256), null],
  ["", null],
  ["ada\u0000", null],
  ["ada\ud800", null],
  [7, null],
  [undefined, null],
])("somebody there is known by %j as %j", (sub, expected) => {
  expect(subjectFromClaims({ sub })).toBe(expected);
});

test.each<[IdentityClaims, string]>([
  [{ name: " Ada Lovelace " }, "Ada Lovelace"],
  [{ preferred_username: "ada" }, "ada"],
  [{ email: "ada@example.com" }, "ada"],
  [{ name: "A\u202eda\n" }, "Ada"],
  [{ name: 7 }, "Someone"],
  [{}, "Someone"],
])("%j is called %s", (claims, expected) => {
  expect(nameFromClaims(claims)).toBe(expected);
});

test("whatever a provider says, a name is one line of 1 to 255 characters", () => {
  const claims = fc.record({
    name: fc.string({ unit: "binary", maxLength: 400 }),
    email: fc.constantFrom("", "ada@example.com", 7, null),
  });
  fc.assert(
    fc.property(claims, (each) => {
      const name = nameFromClaims(each);
      expect([name.length >= 1 && name.length <= 255, hasControlChars(name), name]).toEqual([true, false, name.trim()]);
    }),
    { numRuns: 50 },
  );
});

test.each([
  [undefined, 5000],
  ["4", 5000],
  [-1, 5000],
  [4, 4000],
  [5, 5000],
  [900, 5000],
])("signed in there at %j seconds: proven at %i", (at, provenAt) => {
  expect(authTimeFromClaims({ auth_time: at }, 5000)).toBe(provenAt);
});
