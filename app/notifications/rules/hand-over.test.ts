import fc from "fast-check";
import { expect, test } from "vitest";
import { bitSetOf, hasBit, numbersInBitSet } from "~/text/bits";
import { firstHandOverBits, nextRecipientNumbers, recipientsPerHandOver } from "./hand-over";

const size = fc.integer({ min: 1, max: 50 });
const numbers = (most: number) => fc.uniqueArray(fc.nat(most - 1), { maxLength: most });
const progress = size.chain((most) =>
  fc.record({
    recipients: fc.constant(Array.from({ length: most }, (_, n) => `s${n}`)),
    done: numbers(most).map(bitSetOf),
    doubtful: numbers(most).map(bitSetOf),
    held: numbers(most).map((each) => new Set(each)),
  }),
);

test("a group is at most ten who are not done nor held, and the doubtful are among themselves", () => {
  fc.assert(
    fc.property(progress, ({ held, ...row }) => {
      const group = nextRecipientNumbers(row, held);
      expect(group.length).toBeLessThanOrEqual(recipientsPerHandOver);
      expect(group.some((n) => hasBit(row.done, n) || held.has(n))).toBe(false);
      expect(new Set(group.map((n) => hasBit(row.doubtful, n))).size).toBeLessThanOrEqual(1);
      const open = numbersInBitSet(row.done, row.recipients.length, false).filter((n) => !held.has(n));
      expect(group.length === 0).toBe(open.length === 0);
    }),
  );
});

test("the first group of a new batch is the one that it is made with", () => {
  fc.assert(
    fc.property(size, (count) => {
      const recipients = Array.from({ length: count }, (_, n) => `s${n}`);
      expect(bitSetOf(nextRecipientNumbers({ recipients, done: 0, doubtful: 0 }, new Set()))).toBe(
        firstHandOverBits(count),
      );
    }),
  );
});
