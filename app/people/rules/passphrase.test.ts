import fc from "fast-check";
import { expect, test } from "vitest";
import { normalisePassphrase, passphraseFromToken } from "./passphrase";

const base64url = fc.string({
  unit: fc.constantFrom(..."ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"),
  minLength: 43,
  maxLength: 43,
});

test("five groups of letters that no hand confuses: 100 bits, each letter as likely as the next", () => {
  fc.assert(
    fc.property(base64url, (token) =>
      /^([0-9a-hjkmnp-tv-z]{4}-){4}[0-9a-hjkmnp-tv-z]{4}$/.test(passphraseFromToken(token)),
    ),
  );
  const first = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"].map(
    (letter) => passphraseFromToken(letter.repeat(43))[0],
  );
  expect([new Set(first).size, first.length]).toEqual([32, 64]);
});

test("what a hand makes of it is read as it was", () => {
  fc.assert(
    fc.property(base64url, fc.constantFrom("", " ", "-", " - ", "–"), fc.boolean(), (token, between, loud) => {
      const said = passphraseFromToken(token);
      const typed = said.replaceAll("-", between).replaceAll("0", "o").replaceAll("1", "l");
      expect(
        normalisePassphrase(` ${loud ? typed.toUpperCase().replaceAll("L", "I") : typed}\n`.replaceAll("İ", "I")),
      ).toBe(normalisePassphrase(loud ? said.replaceAll("l", "i") : said));
      expect(normalisePassphrase(said)).toBe(said);
    }),
  );
});
