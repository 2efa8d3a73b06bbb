import fc from "fast-check";
import { expect, test } from "vitest";
import { redactionMask, secretRedactor } from "./strike-out";

test.each<[string, string[], string]>([
  ["key=hunter2!", ["hunter2"], "key=••••!"],
  ["nothing here", ["hunter2"], "nothing here"],
  ["abc", ["abc"], "abc"],
  ["abcdefg", ["abcd", "cdefg"], "••••"],
  ["abcdef abcd", ["abcd", "abcdef"], "•••• ••••"],
  ["xabcdx", ["abcd", "abcde", "bcdx"], "x••••"],
  ["secretsecret", ["secret"], "••••"],
  ["a word", [], "a word"],
  ["", ["secret"], ""],
])("%s without %j is %s", (text, secrets, shown) => {
  expect(secretRedactor(secrets)(text)).toBe(shown);
});

/** Does the same by looking for each secret at each letter. */
function slowly(text: string, secrets: readonly string[]): string {
  const hidden = Array.from(text, () => false);
  for (const secret of secrets.filter((each) => each.length >= 4)) {
    for (let at = text.indexOf(secret); at >= 0; at = text.indexOf(secret, at + 1))
      hidden.fill(true, at, at + secret.length);
  }
  const letters = Array.from(text, (letter, at) => (hidden[at] ? (hidden[at - 1] ? "" : redactionMask) : letter));
  return letters.join("");
}

const few = fc.string({ unit: fc.constantFrom("a", "b", "c"), maxLength: 60 });

test("every secret is found, wherever it stands and whatever it overlaps", () => {
  const secret = fc.string({ unit: fc.constantFrom("a", "b", "c"), maxLength: 8 });
  fc.assert(
    fc.property(few, fc.array(secret, { maxLength: 8 }), (text, secrets) => {
      expect(secretRedactor(secrets)(text)).toBe(slowly(text, secrets));
    }),
    { numRuns: 1000 },
  );
});
