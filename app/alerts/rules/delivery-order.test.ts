import fc from "fast-check";
import { expect, test } from "vitest";
import { ends, fires, firing, makeStore, minute, resolved, saidOf, t0 } from "../../../tests/support/alert-model";
import type { AlertSignal, Signal, SignalOrder } from "./signal";

/** The events of a correct sender: episodes one after the other, each fires and recovers; the last may still fire. */
const history = fc.record({
  gaps: fc.array(fc.integer({ min: 1, max: 50 }), { minLength: 2, maxLength: 10 }),
  stillFiring: fc.boolean(),
  picks: fc.array(fc.nat(), { minLength: 0, maxLength: 20 }),
  seeds: fc.array(fc.nat(), { minLength: 30, maxLength: 30 }),
  pauses: fc.array(fc.integer({ min: 0, max: 3 * minute }), { minLength: 40, maxLength: 40 }),
});

function messagesOf(order: SignalOrder, gaps: number[], stillFiring: boolean): Signal[] {
  let at = t0 - 10 * minute;
  const times = gaps.map((gap) => {
    at += gap * 1000;
    return at;
  });
  const messages = times.map((time, index) => {
    if (order === "event_time") return index % 2 === 0 ? fires(time) : ends(time);
    return index % 2 === 0 ? firing(time) : resolved(times[index - 1] as number, time);
  });
  return (messages.length % 2 === 1) === stillFiring ? messages : messages.slice(0, -1);
}

test.each(["arrival", "event_time"] as const)(
  "any order and duplication, %s: never green while the sender's last word is firing",
  (order) => {
    fc.assert(
      fc.property(history, ({ gaps, stillFiring, picks, seeds, pauses }) => {
        const sent = messagesOf(order, gaps, stillFiring);
        fc.pre(sent.length > 0);
        const doubled = [...sent, ...picks.map((pick) => sent[pick % sent.length] as Signal)];
        const shuffled = doubled
          .map((each, index) => ({ each, by: seeds[index] ?? 0 }))
          .sort((one, other) => one.by - other.by);
        const store = makeStore(order);
        let now = t0;
        for (const [index, { each }] of shuffled.entries()) {
          now += pauses[index] ?? 0;
          store.receive(now, each);
        }
        const lastWord = sent.at(-1) as AlertSignal;
        if (lastWord.status === "firing") expect(store.state()?.state).toBe("firing");
        else if (order === "event_time") expect(saidOf(store.state())).toBe("resolved");
      }),
      { numRuns: 2000 },
    );
  },
);

test("sent once each and in order, the end is the sender's last word, however slow the way", () => {
  fc.assert(
    fc.property(
      history,
      fc.constantFrom<SignalOrder>("arrival", "event_time"),
      ({ gaps, stillFiring, pauses }, order) => {
        const sent = messagesOf(order, gaps, stillFiring);
        fc.pre(sent.length > 0);
        const store = makeStore(order);
        let now = t0;
        for (const [index, each] of sent.entries()) {
          now += pauses[index] ?? 0;
          store.receive(now, each);
        }
        expect(saidOf(store.state())).toBe((sent.at(-1) as AlertSignal).status);
      },
    ),
  );
});
