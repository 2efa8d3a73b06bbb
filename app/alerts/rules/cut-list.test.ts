import fc from "fast-check";
import { expect, test } from "vitest";
import { cutAlertList, cutListAlertKey, cutListSignals } from "./cut-list";
import { type AlertSignal, isAlertSignal, makeAlertSignal } from "./signal";
import { maxAlertsPerBody } from "./signal-limits";

const hour = 3600_000;

const signal = fc
  .record({ key: fc.nat(400).map(String), status: fc.constantFrom<AlertSignal["status"]>("firing", "resolved") })
  .map((said) => makeAlertSignal({ ...said, title: "down", groupKey: "g" }));
const list = fc.array(signal, { maxLength: 700, size: "max" });

test("of any list: 200 that fire at most, every recovery of what fires no more, and none that was not said", () => {
  const isSound = (signals: AlertSignal[], isShort: boolean) => {
    const cut = cutAlertList({ signals, skipped: [] }, isShort, 6 * hour);
    const taken = cut.signals.filter(isAlertSignal);
    const firing = taken.filter(({ status }) => status === "firing");
    expect(firing.length).toBeLessThanOrEqual(
      Math.max(maxAlertsPerBody, signals.length > maxAlertsPerBody ? 0 : signals.length),
    );
    const said = new Set(signals.filter(({ status }) => status === "resolved").map(({ key }) => key));
    const over = taken.filter(({ status }) => status === "resolved").map(({ key }) => key);
    expect(over.every((key) => said.has(key))).toBe(true);
    const fires = new Set(signals.filter(({ status }) => status === "firing").map(({ key }) => key));
    const recovered = [...said].filter((key) => !fires.has(key));
    expect(recovered.filter((key) => !over.includes(key))).toEqual([]);
    const left = signals.filter((each) => each.status === "firing").slice(maxAlertsPerBody);
    expect(left.filter(({ key }) => over.includes(key))).toEqual([]);
    expect(cut.list?.left === 0).toBe(!isShort && left.length === 0);
  };
  fc.assert(fc.property(list, fc.boolean(), isSound), { numRuns: 60 });
});

const reading = (left: number | null, group = "g", groupResolved = false) => {
  return {
    signals: [],
    skipped: [],
    list: { group, left, repeatsWithin: 6 * hour },
    ...(groupResolved ? { groupResolved } : {}),
  };
};
const firing =
  (...keys: string[]) =>
  (key: string) =>
    keys.includes(key) ? { state: "firing" as const, lastSeenAt: 0 } : null;

test.each([
  ["something is cut", reading(3), firing(), 0, [[cutListAlertKey("g"), "firing"]]],
  ["its end was not read", reading(null, ""), firing(), 0, [[cutListAlertKey(""), "firing"]]],
  ["nothing is cut, nothing was", reading(0), firing(), 0, []],
  ["whole again", reading(0), firing(cutListAlertKey("g")), 0, [[cutListAlertKey("g"), "resolved"]]],
  ["another group is whole", reading(0, "h"), firing(cutListAlertKey("g")), 0, []],
  ["another group is whole, and which was cut is not known", reading(0), firing(cutListAlertKey("")), 5 * hour, []],
  ["the same after six hours", reading(0), firing(cutListAlertKey("")), 6 * hour, [[cutListAlertKey(""), "resolved"]]],
  ["all of it is over", reading(0, "", true), firing(cutListAlertKey("")), 0, [[cutListAlertKey(""), "resolved"]]],
  ["a clock that went back", reading(0), firing(cutListAlertKey("")), -9 * hour, []],
])("%s", (_, given, known, now, marks) => {
  expect(cutListSignals(given, known, now).map(({ key, status }) => [key, status])).toEqual(marks);
});
