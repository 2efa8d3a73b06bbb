import fc from "fast-check";
import { expect, test } from "vitest";
import { parsePasskeyChallenge, passkeyChallengeKinds, passkeyChallengeText } from "./challenge";

const token = "a".repeat(42);

test("what was made is read back whole", () => {
  const made = fc.record({
    expiresAt: fc.integer({ min: 1, max: 4e12 }),
    kind: fc.constantFrom(...passkeyChallengeKinds),
    nonce: fc.constant(`${token}b`),
  });
  fc.assert(
    fc.property(made, (challenge) => {
      const read = parsePasskeyChallenge(`${passkeyChallengeText(challenge)}.${token}c`);
      expect(read).toEqual({ ...challenge, signature: `${token}c` });
    }),
  );
});

test.each(["", ".", "1.passkey_new.x.y", `1.other.${token}b.${token}c`, `1.passkey_new.${token}b.${token}c.d`])(
  "%j is none",
  (text) => expect(parsePasskeyChallenge(text)).toBeNull(),
);
