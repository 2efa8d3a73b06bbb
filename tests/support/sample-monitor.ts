import { englishText } from "~/failures/refusal";
import type { MonitorStateRecord, PlannedMonitor } from "~/monitors/rules/monitor";

export const samplePlan = (given: Partial<PlannedMonitor> = {}): PlannedMonitor => ({
  id: "web",
  kind: "http",
  name: "Website",
  settingsSealed: "",
  interval: 1,
  phase: 0,
  ...{ timeoutSeconds: 8, cost: 1, retries: 0, inARow: 2 },
  degradedAboveMs: null,
  regions: [],
  paused: false,
  watchedSince: 0,
  ...given,
});

export const sampleState = (given: Partial<MonitorStateRecord> = {}): MonitorStateRecord => ({
  confirmed: "up",
  since: 0,
  run: [],
  last: null,
  silentSince: null,
  heardAt: null,
  watchedSince: 0,
  owed: false,
  code: "ok",
  detail: englishText(""),
  milliseconds: null,
  opinions: [],
  day: 0,
  today: [0, 0, 0, 0, 0],
  ...given,
});
