import fc from "fast-check";
import { expect, test } from "vitest";
import { minute, saidOf, signal, t0 } from "../../../tests/support/alert-model";
import type { AlertRecord } from "./alert";
import { makeDeliveryDecider } from "./delivery";
import type { AlertSignal, SignalOrder } from "./signal";

interface Word {
  at: number;
  said: AlertSignal;
  /** True when an inbox kept it, or it was refused and is read again: it is decided after all others. */
  isKept: boolean;
}

/** Returns the alert after these words; kept ones come last, decided as of when they came. */
function heard(words: readonly Word[], order: SignalOrder): AlertRecord | undefined {
  let alert: AlertRecord | undefined;
  const now = (words.at(-1)?.at ?? t0) + minute;
  for (const { at, said, isKept } of [
    ...words.filter((each) => !each.isKept),
    ...words.filter((each) => each.isKept),
  ]) {
    const facts = { now: isKept ? now : at, alerts: alert ? [alert] : [], olderEpisodes: new Set<string>() };
    const decider = makeDeliveryDecider({ ...facts, idOf: (key) => `s.${key}` });
    const asOf = isKept ? { at, isReplay: order !== "event_time" } : null;
    // An event without a time has that of its arrival (`sources/contract`), also when it is read later.
    const eventAt = order === "event_time" ? at : null;
    decider.keep(decider.step([{ ...said, eventAt }], order, asOf));
    alert = decider.present("s.k") ?? undefined;
  }
  return alert;
}

const wordsOf = (isEnded: boolean) =>
  fc
    .array(fc.record({ isFiring: fc.boolean(), isKept: fc.boolean(), pause: fc.integer({ min: 21, max: 90 }) }), {
      minLength: 1,
      maxLength: 6,
    })
    .map((all) => {
      let at = t0;
      return all.map(({ isFiring, isKept, pause }): Word => {
        at += pause * 1000;
        const said = isFiring ? signal({}) : signal({ status: "resolved", endedAt: isEnded ? at : null });
        return { at, said, isKept };
      });
    });

test.each(["arrival", "event_time"] as const)(
  "%s: what is decided late ends as if it had been decided when it came, with or without the time of a recovery",
  (order) => {
    const property = fc.property(fc.boolean().chain(wordsOf), (words) => {
      const asSent = heard(
        words.map((each) => ({ ...each, isKept: false })),
        order,
      );
      expect(saidOf(heard(words, order))).toBe(saidOf(asSent));
    });
    fc.assert(property, { numRuns: 2000 });
  },
);

test("a group that was over before is not over for what was heard of it since", () => {
  const first = makeDeliveryDecider({ now: t0, alerts: [], olderEpisodes: new Set(), idOf: (key) => `s.${key}` });
  first.keep(first.step([signal({}), signal({ key: "other" })], "arrival"));
  const [closedAt, now] = [t0 + minute, t0 + 3 * minute];
  const alerts = first.writes().inserted.map((each) => (each.key === "k" ? { ...each, lastSeenAt: now } : each));
  const late = makeDeliveryDecider({ now, alerts, olderEpisodes: new Set(), idOf: (key) => `s.${key}` });
  const closes = { kind: "close_group", groupKey: "g", endedAt: closedAt } as const;
  late.keep(late.step([closes], "arrival", { at: closedAt, isReplay: true }));
  expect([late.present("s.k")?.state, late.present("s.other")?.state]).toEqual(["firing", "resolved"]);
});
