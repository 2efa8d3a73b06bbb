import fc from "fast-check";
import { expect, test } from "vitest";
import { minuteMs } from "~/time/durations";
import {
  countDevicePoll,
  type DevicePoll,
  deviceCodeLifetimeMs,
  deviceGrantAnswer,
  parseUserCode,
  sanitiseProgramText,
  userCodeFromHash,
} from "./device-code";

const hash = fc.string({ unit: fc.constantFrom(..."0123456789abcdef"), minLength: 64, maxLength: 64 });

test("a code has no vowels, and is read however it is typed", () => {
  fc.assert(
    fc.property(hash, fc.constantFrom("", "-", " ", "–"), (hex, between) => {
      const code = userCodeFromHash(hex);
      expect(code).toMatch(/^[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}$/);
      expect(parseUserCode(` ${code.toLowerCase().replace("-", between)} `)).toBe(code);
    }),
  );
});

test.each(["", "WDJB", "WDJB-MJHA", "WDJB-MJHTT", "7DJB-MJHT", "x".repeat(1000)])("%s is no code", (typed) => {
  expect(parseUserCode(typed)).toBeNull();
});

const [made, state] = [1_000_000_000, "open" as const];
const row = { state, createdAt: made, expiresAt: made + deviceCodeLifetimeMs };
test.each([
  ["open", 0, "authorization_pending"],
  ["allowed", 0, "token"],
  ["denied", 0, "access_denied"],
  ["allowed", deviceCodeLifetimeMs - 1, "token"],
  ["allowed", deviceCodeLifetimeMs, "expired_token"],
  ["denied", deviceCodeLifetimeMs, "expired_token"],
  ["allowed", -minuteMs, "token"],
  ["allowed", -minuteMs - 1, "expired_token"],
] as const)("%s after %i ms: %s", (known, after, answer) => {
  expect(deviceGrantAnswer({ ...row, state: known }, made + after)).toBe(answer);
  expect(deviceGrantAnswer(undefined, made + after)).toBe("expired_token");
});

test("a program that keeps the interval it was told is never early; each early question adds five seconds", () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 60_000 }), { maxLength: 30 }), (pauses) => {
      let known: DevicePoll | undefined;
      let now = made;
      for (const pause of pauses) {
        now += pause;
        const { early, next } = countDevicePoll(known, now);
        const told = known?.seconds ?? 5;
        if (known && now - known.at >= told * 1000) expect(early).toBe(false);
        expect(next.seconds).toBe(early ? told + 5 : told);
        known = next;
      }
    }),
  );
});

test("text of a program is one short line of visible letters", () => {
  expect(sanitiseProgramText("  a\u0000b\n\u202ec\u2028 ", 80)).toBe("abc");
  expect(sanitiseProgramText("x".repeat(100), 80)).toHaveLength(80);
});
