import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type MailAllowance, mailAllowances, withOneConfirmation, withOneMoreMail } from "./mail-allowance";

const minute = 60_000;
const day = 24 * 60 * minute;

/** Asks at each of these instants and returns those that were allowed. */
function ask(allowance: MailAllowance, instants: readonly number[]): number[] {
  let kept: number[] = [];
  const sent: number[] = [];
  for (const at of instants) {
    const next = withOneMoreMail(allowance, kept, at);
    if (next === null) continue;
    kept = next;
    sent.push(at);
  }
  return sent;
}

describe("mails to one recipient", () => {
  test.each([
    ["unproven", 60_000, 3],
    ["sign_in", 60_000, 20],
    ["known_device", 60_000, 10],
    ["step_up", 60_000, 20],
  ] as const)("%s: a request each minute for a day sends %i at most", (allowance, every, most) => {
    const instants = Array.from({ length: 1439 }, (_, n) => 1_000_000 + n * every);
    expect(ask(allowance, instants)).toHaveLength(most);
  });

  test("five sign-ins in 15 minutes, and the sixth once the first is older", () => {
    const burst = Array.from({ length: 8 }, (_, n) => 1_000_000 + n);
    expect(ask("sign_in", burst)).toHaveLength(5);
    expect(ask("sign_in", [...burst, 1_000_000 + 15 * minute + 10])).toHaveLength(6);
  });

  test("no window of any length ever holds more than its limit, and the memory stays as short", () => {
    const steps = fc.array(fc.integer({ min: 0, max: 90 * minute }), { maxLength: 200 });
    const names = fc.constantFrom(...(Object.keys(mailAllowances) as MailAllowance[]));
    fc.assert(
      fc.property(names, steps, (name, gaps) => {
        let at = 1_000_000;
        const sent = ask(
          name,
          gaps.map((gap) => (at += gap)),
        );
        for (const { window, mails } of mailAllowances[name]) {
          for (const first of sent) {
            const together = sent.filter((each) => each >= first && each < first + window);
            expect(together.length).toBeLessThanOrEqual(mails);
          }
        }
      }),
    );
  });

  test("a confirmation keeps ten minutes of distance to whatever came before", () => {
    expect(withOneConfirmation([1_000_000], 1_000_000 + 9 * minute)).toBeNull();
    expect(withOneConfirmation([1_000_000], 1_000_000 + 10 * minute)).toHaveLength(2);
    expect(withOneConfirmation([1, 2, 3], day + 10)).toEqual([day + 10]);
  });
});
