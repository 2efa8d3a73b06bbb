import { expect, test } from "vitest";
import type { AlertRecord, AlertSignalContext } from "./alert";
import { decideAlertSignal } from "./alert-decision";
import { type AlertSignal, makeAlertSignal, partialSignalFlag } from "./signal";

const around = (now: number): AlertSignalContext => ({ now, order: "event_time", isOlderEpisode: () => false });
const step = (known: AlertRecord | null, said: Partial<AlertSignal>, now = 7000) =>
  decideAlertSignal(
    "id",
    known,
    makeAlertSignal({ key: "a", status: "firing", title: "Disk full", ...said }),
    around(now),
  );

const firing = step(null, { severity: "critical", labels: { host: "db-1" } }, 5000).alert;
const resolved = step(firing, { status: "resolved" }, 6000).alert;
const partial = { title: "a", flags: [partialSignalFlag] };

test("a signal that names only the key leaves the words as they are known", () => {
  expect(step(firing, partial)).toMatchObject({
    outcome: "repeat",
    alert: { title: "Disk full", severity: "critical", labels: { host: "db-1" } },
  });
  expect(step(resolved, partial)).toMatchObject({ outcome: "fires_again", alert: { title: "Disk full" } });
});

test("what may also be said of an alert that is over updates one that fires and opens none again", () => {
  expect(step(firing, { title: "Disk is full", reopens: false })).toMatchObject({ outcome: "updates" });
  expect(step(resolved, { reopens: false })).toMatchObject({ outcome: "late", write: "none" });
});

test("of an alert that nobody knows, words open it and a bare key does not", () => {
  expect(step(null, { reopens: false })).toMatchObject({ outcome: "new", alert: { state: "firing" } });
  expect(step(null, { ...partial, reopens: false })).toMatchObject({ write: "none", alert: { state: "resolved" } });
});
