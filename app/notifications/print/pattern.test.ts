import fc from "fast-check";
import { expect, test } from "vitest";
import { incidentFacts, maintenanceFacts, sampleUpdate } from "../../../tests/support/sample-letters";
import { words } from "../../../tests/support/words";
import { incidentEmailContent } from "./incident";
import { maintenanceEmailContent } from "./maintenance";
import { emailPatternRenderer, fillEmailPattern } from "./pattern";
import { renderEmail } from "./print";
import { emailReaderOf } from "./reader";
import { emailTimesIn, fillEmailTimes } from "./times";

const linksOf = (token: string) => ({
  change: `https://s.example/x/${token}`,
  leave: `https://s.example/x/${token}/leave`,
});
const zones = ["Etc/UTC", "UTC", "Europe/Berlin", "Pacific/Kiritimati", "America/St_Johns", "Asia/Kathmandu"];
const hour = 3_600_000;

test("filled in, a pattern is what printing would have made, in every zone and language, whatever the texts say", () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...zones),
      fc.constantFrom("en", "ar", "ja"),
      fc.string({ maxLength: 200 }),
      fc.integer({ min: 0, max: 4_000_000_000_000 }),
      fc.integer({ min: 1, max: 500 }),
      (zone, language, text, at, hours) => {
        const reader = emailReaderOf(words(language), zone);
        const facts = incidentFacts({ title: text, startedAt: at, fresh: [sampleUpdate(text, { at })] });
        const plan = maintenanceFacts("scheduled", { title: text, startsAt: at, endsAt: at + hours * hour });
        const contents = [
          (who: typeof reader, token: string) => incidentEmailContent(facts, who, linksOf(token)),
          (who: typeof reader, token: string) => maintenanceEmailContent(plan, who, linksOf(token)),
        ];
        for (const content of contents) {
          const patternOf = emailPatternRenderer("q7Yk2mVx9TzB4nLw", content);
          patternOf(emailReaderOf(words(language), "Asia/Tokyo"));
          const direct = renderEmail(content(reader, "tok.0.en"), reader, {});
          expect({ ...fillEmailPattern(patternOf(reader), "tok.0.en"), headers: {} }).toEqual(direct);
        }
      },
    ),
    { numRuns: 60 },
  );
});

test("two tokens are two gaps, times are written", () => {
  const times = emailTimesIn("en", "Europe/Berlin");
  expect(fillEmailTimes(["a ", "token", "", "token", " b ", "zone", "."], times)).toEqual([
    "a ",
    "",
    " b Europe/Berlin.",
  ]);
});

test("an instant names the day of UTC only where it is another", () => {
  const at = Date.UTC(2026, 10, 20, 23, 5);
  expect(emailTimesIn("en", "Asia/Tokyo").instant(at)).toBe("Nov 21, 2026, 08:05 · Nov 20, 2026, 23:05 UTC");
  expect(emailTimesIn("en", "Europe/London").instant(at)).toBe("Nov 20, 2026, 23:05 · 23:05 UTC");
  expect(emailTimesIn("en", "Etc/UTC").moment(at)).toBe("Nov 20, 23:05 UTC");
  expect(emailTimesIn("en", "Etc/UTC").window(at, at + hour)).toEqual({
    local: "Fri, Nov 20, 2026, 23:05 – Sat, Nov 21, 2026, 00:05 UTC",
    utc: null,
  });
});
