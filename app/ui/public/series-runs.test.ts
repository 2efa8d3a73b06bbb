import { expect, test } from "vitest";
import { repeatText } from "~/i18n/repeat";
import { words } from "~/i18n/words";
import type { Repeat } from "~/rules/recurrence";
import type { SnapshotMaintenance } from "~/rules/snapshot-document";
import { seriesRuns } from "./series-runs";

const planned = (id: string, series?: string): SnapshotMaintenance => ({
  ...{ id, title: id, html: "", text: "", status: "scheduled", startsAt: 1, endsAt: 2, createdAt: 0, updatedAt: 0 },
  ...{ verifyingAt: null, completedAt: null, components: [], updates: [] },
  ...(series ? { series: { id: series, repeat: { frequency: "daily", interval: 1, end: { kind: "never" } } } } : {}),
});

test("of each series the next one stands for all, in the order of their starts; what happens once stands alone", () => {
  const runs = seriesRuns([
    planned("a1", "a"),
    planned("once"),
    planned("b1", "b"),
    planned("a2", "a"),
    planned("once too"),
    planned("a3", "a"),
  ]);
  expect(runs.map(({ next, later }) => [next.id, ...later.map(({ id }) => id)])).toEqual([
    ["a1", "a2", "a3"],
    ["once"],
    ["b1"],
    ["once too"],
  ]);
});

test("how it repeats, in words", () => {
  const text = (repeat: Omit<Repeat, "end">) => repeatText(words("en"), { ...repeat, end: { kind: "never" } });
  expect([
    text({ frequency: "daily", interval: 1 }),
    text({ frequency: "daily", interval: 3 }),
    text({ frequency: "weekly", interval: 1, weekdays: ["su"] }),
    text({ frequency: "weekly", interval: 2, weekdays: ["mo", "we", "fr"] }),
    text({ frequency: "monthly_day", interval: 1 }),
    text({ frequency: "monthly_weekday", interval: 6 }),
  ]).toEqual([
    "every day",
    "every 3 days",
    "every week on Sunday",
    "every 2 weeks on Monday, Wednesday, and Friday",
    "every month",
    "every 6 months",
  ]);
});
