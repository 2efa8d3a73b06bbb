import fc from "fast-check";
import { expect, test } from "vitest";
import { countSecurityEvent, type SecurityEventBucket, securityEventPauseMs } from "./security-event";

test("whatever comes when, entries keep a minute apart and together stand for every event that was said", () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 40_000 }), { minLength: 1, maxLength: 300 }), (gaps) => {
      let [known, at, said]: [SecurityEventBucket | undefined, number, number] = [undefined, 1_000_000, 0];
      const written: number[] = [];
      for (const gap of gaps) {
        at += gap;
        const { times, next } = countSecurityEvent(known, at);
        known = next;
        if (times === null) continue;
        said += times;
        written.push(at);
      }
      written.forEach((each, n) => {
        if (n > 0) expect(each - (written[n - 1] ?? 0)).toBeGreaterThanOrEqual(securityEventPauseMs);
      });
      expect(said + (known?.unsaid ?? 0)).toBe(gaps.length);
    }),
  );
});
