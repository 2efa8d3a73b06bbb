import { type UnassignedReason, unassignedReasons } from "~/alerts/rules/alert-assignment";
import { type DeadlineFacts, heartbeatDisplayOf } from "~/heartbeats/rules/heartbeat-deadline";
import type { MonitorStateRecord, PlannedMonitor } from "~/monitors/rules/monitor";
import { hasMonitorFallenSilent } from "~/monitors/rules/monitor-due";
import { type Status, statuses } from "~/status/status";
import { minuteMs } from "~/time/durations";
import { type MetricFamily, type MetricSample, millisecondsToSeconds, oneHotSamples } from "./metric";

type SeenMonitor = Pick<MonitorStateRecord, "confirmed" | "last" | "silentSince" | "milliseconds" | "watchedSince">;

/** The measured data of a page. Instants in UTC ms. */
export interface PageMetricsFacts {
  slug: string;
  monitors: { planned: PlannedMonitor; state: MonitorStateRecord | undefined }[];
  heartbeats: (DeadlineFacts & { id: string; name: string; silentSince: number | null })[];
  components: { id: string; name: string; status: Status }[];
  firing: { id: string; name: string; family: string; count: number }[];
  /** Firing alerts that no component shows, by reason. */
  unassigned: { reason: UnassignedReason; count: number }[];
  /** Open incidents without an alert that could end them. */
  leftBehind: number;
  drafts: number;
  published: number;
  /** Notices that are not over, and those of the last seven days that did not reach all recipients. */
  outboxDue: number;
  outboxDead: number;
  /** Time since which work for the page has been due and is not done; null = all is done. */
  behindSince: number | null;
}

export interface MetricsSnapshot {
  now: number;
  /** Stamp of the last tick; 0 = never. */
  tickAt: number;
  pages: PageMetricsFacts[];
}

const monitorStates = ["new", "up", "degraded", "down", "no_data", "paused"];
const heartbeatStates = ["new", "up", "grace", "down", "no_data", "paused"];

/** A state from before a pause or a new start is no longer valid. */
const stateOf = (planned: PlannedMonitor, state: MonitorStateRecord | undefined): MonitorStateRecord | undefined =>
  !planned.paused && state?.watchedSince === planned.watchedSince ? state : undefined;

/** Returns the state at `now`, even when the clock that would notice the silence has stopped itself. */
function monitorWord(planned: PlannedMonitor, state: MonitorStateRecord | undefined, now: number): string {
  if (planned.paused) return "paused";
  const silent = state?.silentSince != null || hasMonitorFallenSilent(planned, state, Math.floor(now / minuteMs));
  return silent ? "no_data" : (state?.confirmed ?? "new");
}

interface MonitorSample {
  labels: Record<string, string>;
  word: string;
  state: SeenMonitor | undefined;
}

function monitorsSeen({ now, pages }: MetricsSnapshot): MonitorSample[] {
  return pages.flatMap(({ slug, monitors }) =>
    monitors.map(({ planned, state }) => {
      const known = stateOf(planned, state);
      const labels = { page: slug, id: planned.id, monitor: planned.name, kind: planned.kind };
      return { labels, word: monitorWord(planned, known, now), state: known };
    }),
  );
}

const knows = ({ word }: MonitorSample) => word !== "no_data" && word !== "paused";

function monitorFamilies(measured: MetricsSnapshot): MetricFamily[] {
  const seen = monitorsSeen(measured);
  const latency = seen.flatMap((each): MetricSample[] => {
    const taken = knows(each) ? (each.state?.milliseconds ?? null) : null;
    return taken === null ? [] : [{ labels: each.labels, value: millisecondsToSeconds(taken) }];
  });
  const last = seen.flatMap(({ labels, state }): MetricSample[] =>
    state?.last == null ? [] : [{ labels, value: state.last * 60 }],
  );
  return [
    {
      name: "upfront_monitor_state",
      help: "Confirmed state of a monitor: 1 for its current state. no_data while no check has run.",
      samples: seen.flatMap(({ labels, word }) => oneHotSamples(labels, "state", monitorStates, word)),
    },
    {
      name: "upfront_monitor_response_seconds",
      help: "Duration of the last check; absent while there is no data.",
      samples: latency,
    },
    {
      name: "upfront_monitor_last_check_timestamp_seconds",
      help: "Minute of the last check that found something out.",
      samples: last,
    },
  ];
}

function heartbeatFamilies({ now, pages }: MetricsSnapshot): MetricFamily[] {
  const seen = pages.flatMap(({ slug, heartbeats }) =>
    heartbeats.map((heartbeat) => {
      const labels = { page: slug, id: heartbeat.id, heartbeat: heartbeat.name };
      return { labels, heartbeat, shown: heartbeatDisplayOf(heartbeat, now) };
    }),
  );
  const wordOf = ({ heartbeat, shown }: (typeof seen)[number]) =>
    heartbeat.silentSince !== null && ["up", "grace"].includes(shown.state) ? "no_data" : shown.state;
  return [
    {
      name: "upfront_heartbeat_state",
      help: "State of a heartbeat: 1 for the state that it is in. grace: its ping is late and may still come.",
      samples: seen.flatMap((each) => oneHotSamples(each.labels, "state", heartbeatStates, wordOf(each))),
    },
    {
      name: "upfront_heartbeat_started",
      help: "1 while a run has begun and not ended.",
      samples: seen.map(({ labels, shown }) => ({ labels, value: Number(shown.started) })),
    },
    {
      name: "upfront_heartbeat_last_ping_timestamp_seconds",
      help: "When it last pinged; absent when it never has.",
      samples: seen.flatMap(({ labels, heartbeat: { lastPingAt } }) =>
        lastPingAt === null ? [] : [{ labels, value: millisecondsToSeconds(lastPingAt) }],
      ),
    },
  ];
}

const componentFamily = ({ pages }: MetricsSnapshot): MetricFamily => ({
  name: "upfront_component_status",
  help: "Status of a component as visitors see it: 1 for the status that it has.",
  samples: pages.flatMap(({ slug, components }) =>
    components.flatMap(({ id, name, status }) =>
      oneHotSamples({ page: slug, id, component: name }, "status", statuses, status),
    ),
  ),
});

const alertFamily = ({ pages }: MetricsSnapshot): MetricFamily => ({
  name: "upfront_alerts_firing",
  help: "Firing alerts by origin; absent where there are none.",
  samples: pages.flatMap(({ slug, firing }) =>
    firing.map(({ id, name, family, count }) => ({ labels: { page: slug, id, source: name, family }, value: count })),
  ),
});

const unassignedFamily = ({ pages }: MetricsSnapshot): MetricFamily => ({
  name: "upfront_alerts_unassigned",
  help: "Firing alerts that affect no component, by reason: no_rule, only the catch-all takes them; no_component, their rule names none.",
  samples: pages.flatMap(({ slug, unassigned }) =>
    unassignedReasons.map((reason) => ({
      labels: { page: slug, reason },
      value: unassigned.reduce((sum, each) => sum + (each.reason === reason ? each.count : 0), 0),
    })),
  ),
});

const ofPages = ({ pages }: MetricsSnapshot, count: (page: PageMetricsFacts) => number): MetricSample[] =>
  pages.map((page) => ({ labels: { page: page.slug }, value: count(page) }));

function pageFamilies(measured: MetricsSnapshot): MetricFamily[] {
  const incidents = measured.pages.flatMap(({ slug, drafts, published }) => [
    { labels: { page: slug, visibility: "draft" }, value: drafts },
    { labels: { page: slug, visibility: "published" }, value: published },
  ]);
  return [
    { name: "upfront_incidents_open", help: "Incidents that are not closed.", samples: incidents },
    {
      name: "upfront_incidents_unassigned",
      help: "Open incidents of alerts of which none is left: their monitor was deleted, and nothing resolves them automatically.",
      samples: ofPages(measured, ({ leftBehind }) => leftBehind),
    },
    {
      name: "upfront_page_behind_since_timestamp_seconds",
      help: "Since when a page has not been up to date, because work for it waits; absent while it is.",
      samples: measured.pages.flatMap(({ slug, behindSince }): MetricSample[] =>
        behindSince === null ? [] : [{ labels: { page: slug }, value: millisecondsToSeconds(behindSince) }],
      ),
    },
    {
      name: "upfront_outbox_due",
      help: "Notifications that have not been sent yet.",
      samples: ofPages(measured, ({ outboxDue }) => outboxDue),
    },
    {
      name: "upfront_outbox_dead",
      help: "Notices of the last seven days that did not reach everybody.",
      samples: ofPages(measured, ({ outboxDead }) => outboxDead),
    },
  ];
}

/** Returns all families of /metrics by name; the printer omits names without samples. */
export const metricFamilies = (measured: MetricsSnapshot): MetricFamily[] => [
  ...monitorFamilies(measured),
  ...heartbeatFamilies(measured),
  componentFamily(measured),
  alertFamily(measured),
  unassignedFamily(measured),
  ...pageFamilies(measured),
  {
    name: "upfront_tick_timestamp_seconds",
    help: "Stamp of the deployment's clock, set about every ten minutes; older than 15 minutes: it has stopped.",
    samples: measured.tickAt === 0 ? [] : [{ labels: {}, value: millisecondsToSeconds(measured.tickAt) }],
  },
];
