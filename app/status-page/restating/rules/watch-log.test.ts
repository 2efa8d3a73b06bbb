import { describe, expect, test } from "vitest";
import { emptyObserverHistory, extendObserverHistory, type ObserverAuditEntry, observedSpans } from "./watch-log";

const now = 1000;

const entry = (
  at: number,
  action: string,
  subjectId: string,
  facts: Partial<ObserverAuditEntry> = {},
): ObserverAuditEntry => ({
  at,
  action,
  subjectId,
  before: null,
  after: null,
  ...facts,
});

const naming = (...ids: string[]) => ({
  after: { components: Object.fromEntries(ids.map((id) => [id, "major_outage"])) },
});

const logOf = (...entries: ObserverAuditEntry[]) =>
  extendObserverHistory(emptyObserverHistory, entries, { at: 0, id: "" });

const spansOf = (log: ReturnType<typeof logOf>, present: Parameters<typeof observedSpans>[2] = []) =>
  observedSpans(log, "c", present, now).map(({ observer, from, to }) => [observer, from, to]);

const named = [
  ["a monitor that is there", [entry(10, "monitor.create", "m", naming("c"))], ["m"], [["m", 10, 1000]]],
  [
    "one that was deleted",
    [entry(10, "monitor.create", "m", naming("c")), entry(40, "monitor.delete", "m")],
    [],
    [["m", 10, 40]],
  ],
  [
    "one of several that were deleted at once",
    [
      entry(10, "monitor.create", "m", naming("c")),
      entry(40, "monitor.bulk_delete", "page", { before: { monitors: [{ id: "m", name: "M" }] } }),
    ],
    [],
    [["m", 10, 40]],
  ],
  [
    "one that names another component for a while",
    [
      entry(10, "heartbeat.create", "h", naming("c")),
      entry(20, "heartbeat.update", "h", naming("other")),
      entry(25, "heartbeat.update", "h", { after: { name: "H" } }),
      entry(30, "heartbeat.update", "h", naming("other", "c")),
    ],
    ["h"],
    [
      ["h", 10, 20],
      ["h", 30, 1000],
    ],
  ],
  [
    "a rule whose source was deleted: it went by the last time that one was",
    [
      entry(10, "rule.update", "r", naming("c")),
      entry(50, "source.delete", "s"),
      entry(70, "source.delete", "another"),
    ],
    [],
    [["r", 10, 70]],
  ],
  [
    "a component that was archived is named by nobody any more",
    [entry(10, "rule.create", "r", naming("c", "d")), entry(30, "component.archive", "c")],
    [],
    [["r", 10, 30]],
  ],
] as const;

describe("who observed a component, by the audit log", () => {
  test.each(named)("%s", (_, entries, present, expected) => {
    const here = present.map((id) => ({ id, since: 900 }));
    expect(spansOf(logOf(...entries), here)).toEqual(expected);
  });

  test("what the log does not tell of counts since its rule is there, as after an import", () => {
    expect(spansOf(logOf(), [{ id: "m", since: 300 }])).toEqual([["m", 300, 1000]]);
    const gone = logOf(entry(10, "monitor.create", "m", naming("c")), entry(40, "monitor.update", "m", naming()));
    expect(spansOf(gone, [{ id: "m", since: 300 }])).toEqual([
      ["m", 10, 40],
      ["m", 300, 1000],
    ]);
  });

  test("read in any portions it comes to the same", () => {
    const entries = named.flatMap(([, all]) => [...all]).sort((one, other) => one.at - other.at);
    const whole = extendObserverHistory(emptyObserverHistory, entries, { at: 99, id: "z" });
    for (let cut = 0; cut <= entries.length; cut++) {
      const first = extendObserverHistory(emptyObserverHistory, entries.slice(0, cut), { at: 5, id: "a" });
      expect(extendObserverHistory(JSON.parse(JSON.stringify(first)), entries.slice(cut), { at: 99, id: "z" })).toEqual(
        whole,
      );
    }
  });
});

test("the page's changes of its time zone, and no other change of it", () => {
  const zone = { before: { timeZone: "Etc/UTC" }, after: { timeZone: "Pacific/Kiritimati" } };
  const log = logOf(entry(3, "page.update", "p", { after: { name: "P" } }), entry(7, "page.update", "p", zone));
  expect(log.zones).toEqual([{ at: 7, from: "Etc/UTC", to: "Pacific/Kiritimati" }]);
});

const words = [
  ["a status that is set", entry(5, "component.set_status", "c"), [5]],
  [
    "a component that is made with one",
    entry(5, "component.create", "c", { after: { name: "C", status: "operational" } }),
    [5],
  ],
  ["a component that is made without one", entry(5, "component.create", "c", { after: { name: "C" } }), undefined],
  ["a name that changes", entry(5, "component.update", "c", { after: { name: "D" } }), undefined],
  [
    "a status that comes with a change",
    entry(5, "component.update", "c", { after: { manualStatus: "major_outage" } }),
    [5],
  ],
  ["operational, sent to a component that is it already", entry(5, "component.update", "c", { after: {} }), [5]],
] as const;

test.each(words)("a person's word: %s", (_, said, expected) => {
  expect(logOf(said).words.c).toEqual(expected);
});
