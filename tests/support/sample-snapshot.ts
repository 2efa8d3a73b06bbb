import { stateLetterByStatus } from "~/status/state-letter";
import { type Status, worstStatus } from "~/status/status";
import { bannerOfStatuses } from "~/status-page/rules/banner";
import { visibleBanner } from "~/status-page/rules/monitored-state";
import type {
  Snapshot,
  SnapshotComponent,
  SnapshotGroup,
  SnapshotIncident,
  SnapshotMaintenance,
  SnapshotUpdate,
} from "~/status-page/rules/snapshot-document";

/** Friday, 20 November 2026, 14:05 UTC. */
export const sampleNow = Date.UTC(2026, 10, 20, 14, 5);

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const dayCount = 90;

const dateAt = (at: number) => new Date(at).toISOString().slice(0, 10);

/** Makes ids as random as real ones, with a sortable front, so that compressed sizes are realistic. */
function idMaker(seed: number): () => string {
  let state = seed;
  const letters = "0123456789abcdefghjkmnpqrstvwxyz";
  const next = () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return letters[(state >> 12) % 32];
  };
  return () => `01kajx2m4e${Array.from({ length: 16 }, next).join("")}`;
}

const plan: [group: string | null, name: string, status: Status][] = [
  [null, "Website", "operational"],
  ["Core platform", "Public API", "degraded_performance"],
  ["Core platform", "Dashboard", "operational"],
  ["Core platform", "Webhooks", "partial_outage"],
  ["Core platform", "Background jobs", "operational"],
  ["Data", "Primary database", "operational"],
  ["Data", "Search", "operational"],
  ["Data", "File storage", "under_maintenance"],
  ["Messaging", "Outgoing mail", "operational"],
  ["Messaging", "Push notifications", "operational"],
  ["Messaging", "SMS delivery", "operational"],
  ["Messaging", "Incoming mail", "operational"],
];

const slots: Record<string, number> = { m: 0, p: 1, d: 2, x: 3, n: 4 };

/** Returns days with some trouble, different for each component; one component started 20 days ago. */
function daysOf(index: number, status: Status): string {
  const days = Array.from({ length: dayCount }, () => "o");
  const marks: [number, string][] = [
    [(index * 37 + 11) % 85, "d"],
    [(index * 53 + 29) % 85, index % 3 === 0 ? "m" : "p"],
    [61, index % 4 === 1 ? "x" : "o"],
    [44, index % 5 === 2 ? "n" : "o"],
  ];
  for (const [at, letter] of marks) if (index % 12 !== 10) days[at] = letter;
  days[dayCount - 1] = stateLetterByStatus[status];
  return index % 12 === 11 ? "-".repeat(70) + days.slice(70).join("") : days.join("");
}

function storiesOf(days: string): Record<string, number[]> {
  const stories: Record<string, number[]> = {};
  for (const [index, letter] of [...days].entries()) {
    const slot = slots[letter];
    if (slot === undefined) continue;
    const parts = [0, 0, 0, 0, 0];
    parts[slot] = 47 * minute;
    stories[dateAt(sampleNow - (dayCount - 1 - index) * day)] = parts;
  }
  return stories;
}

function componentsOf(count: number, id: () => string, groupIds: Map<string, string>): SnapshotComponent[] {
  return Array.from({ length: count }, (_, index) => {
    const [group, name, status] = plan[index % plan.length] as (typeof plan)[number];
    const round = Math.floor(index / plan.length);
    const days = daysOf(index, status);
    return {
      id: id(),
      groupId: group === null ? null : (groupIds.get(group) ?? null),
      name: round === 0 ? name : `${name} ${round + 1}`,
      description: "",
      position: index,
      shownWhen: "always",
      showUptime: true,
      startDate: "2026-01-01",
      status,
      since: sampleNow - 3 * hour,
      lastKnown: null,
      observed: index % 2 === 0,
      unobservedStatus: index % 2 === 0 && status === "operational" ? "no_data" : status,
      days,
      stories: storiesOf(days),
      uptime: 9_900 + ((index * 17) % 101),
      createdAt: sampleNow - 300 * day,
      updatedAt: sampleNow - hour,
    };
  });
}

function groupsOf(groupIds: Map<string, string>, components: SnapshotComponent[], at: number): SnapshotGroup[] {
  return [...groupIds].map(([name, id], position) => {
    const members = components.filter((each) => each.groupId === id);
    return {
      id,
      name,
      description: "",
      position,
      collapsed: "unless_affected",
      componentIds: members.map((each) => each.id),
      status: worstStatus(members.map((each) => each.status)) ?? "operational",
      uptime: 9_987,
      createdAt: at,
      updatedAt: at,
    };
  });
}

const update = (id: string, status: string, shownAt: number, text: string): SnapshotUpdate => ({
  id,
  status,
  html: `<p>${text}</p>`,
  text,
  shownAt,
  createdAt: shownAt,
  updatedAt: shownAt,
  notify: true,
  changes: [],
});

function openIncident(id: () => string, touched: SnapshotComponent[]): SnapshotIncident {
  const startedAt = sampleNow - 3 * hour - 12 * minute;
  return {
    id: id(),
    title: "Webhooks are delivered late and the API answers slowly",
    status: "identified",
    impact: "major",
    impactOverride: null,
    startedAt,
    monitoringAt: null,
    resolvedAt: null,
    createdAt: startedAt,
    updatedAt: sampleNow - 20 * minute,
    components: touched.map(({ id: componentId, name, status }) => ({ id: componentId, name, status })),
    updates: [
      update(
        id(),
        "identified",
        sampleNow - 20 * minute,
        "A queue worker runs out of memory on large payloads. We are rolling out a fix; deliveries are late by up to nine minutes, none is lost.",
      ),
      update(
        id(),
        "investigating",
        sampleNow - 95 * minute,
        "Deliveries still queue up. The API is slower than usual because it waits for them.",
      ),
      update(id(), "investigating", startedAt, "We see delayed webhooks and are looking into it."),
    ].map((each, index) => ({
      ...each,
      changes:
        index === 2 && touched[0]
          ? [{ componentId: touched[0].id, name: touched[0].name, from: "operational", to: "degraded_performance" }]
          : [],
    })),
  };
}

function pastIncident(id: () => string, daysAgo: number, title: string, impact: SnapshotIncident["impact"]) {
  const startedAt = sampleNow - daysAgo * day - 4 * hour;
  const resolvedAt = startedAt + 83 * minute;
  return {
    id: id(),
    title,
    status: "resolved" as const,
    impact,
    impactOverride: null,
    startedAt,
    monitoringAt: startedAt + 40 * minute,
    resolvedAt,
    createdAt: startedAt,
    updatedAt: resolvedAt,
    components: [],
    updates: [
      update(id(), "resolved", resolvedAt, "The fix holds and all queues are empty. We will write up what happened."),
      update(id(), "investigating", startedAt, "We are looking into it."),
    ],
  };
}

function maintenance(id: () => string, touched: SnapshotComponent[]): SnapshotMaintenance {
  const startsAt = Date.UTC(2026, 10, 23, 2);
  return {
    id: id(),
    title: "Database upgrade in the European region",
    html: "<p>We move to a new major version. Expect read-only mode for about ten minutes.</p>",
    text: "We move to a new major version. Expect read-only mode for about ten minutes.",
    status: "scheduled",
    startsAt,
    endsAt: startsAt + 2 * hour,
    verifyingAt: null,
    completedAt: null,
    createdAt: sampleNow - 2 * day,
    updatedAt: sampleNow - 2 * day,
    components: touched.map(({ id: componentId, name }) => ({ id: componentId, name, status: "under_maintenance" })),
    updates: [],
  };
}

/**
 * Returns a page full of content: `count` components in groups, 90 days, an open incident, scheduled maintenance, a few
 * past incidents.
 */
export function sampleSnapshot(count = 12): Snapshot {
  const id = idMaker(7);
  const groupIds = new Map(["Core platform", "Data", "Messaging"].map((name) => [name, id()]));
  const components = componentsOf(count, id, groupIds);
  const open = openIncident(
    id,
    components.slice(1, 4).filter((each) => each.status !== "operational"),
  );
  const past = [
    pastIncident(id, 4, "Sign-in failed for some accounts", "minor"),
    pastIncident(id, 9, "Search was unavailable", "critical"),
  ];
  const statuses = components.map((each) => each.status);
  return {
    format: 1,
    page: {
      id: "page-1",
      slug: "northwind",
      name: "Northwind Cloud",
      about: "Live status of the Northwind platform, its API and everything around it.",
      url: "https://status.example.com/northwind",
      timeZone: "Etc/UTC",
      language: "en",
      accent: "#1f5f4a",
      noindex: false,
      updatedAt: sampleNow - 10 * day,
      partialWeight: 0.3,
    },
    revision: 42,
    builtAt: sampleNow - 4 * minute,
    banner: bannerOfStatuses(statuses, [{ impact: "major", impactOverride: null, componentCount: 2 }]),
    groups: groupsOf(groupIds, components, sampleNow - 300 * day),
    components,
    days: { first: dateAt(sampleNow - (dayCount - 1) * day), last: dateAt(sampleNow), count: dayCount },
    incidents: [open],
    maintenances: [maintenance(id, components.slice(5, 6))],
    recent: { incidents: [open, ...past], maintenances: [] },
  };
}

/** Returns the same page with nothing wrong. */
export function calmSnapshot(count = 12): Snapshot {
  const snapshot = sampleSnapshot(count);
  const components = snapshot.components.map((each) => ({
    ...each,
    status: "operational" as const,
    unobservedStatus: each.observed ? ("no_data" as const) : ("operational" as const),
    days: `${each.days.slice(0, -1)}o`,
  }));
  const groups = snapshot.groups.map((group) => ({ ...group, status: "operational" as const }));
  const recent = { ...snapshot.recent, incidents: snapshot.recent.incidents.slice(1) };
  return {
    ...snapshot,
    components,
    groups,
    incidents: [],
    recent,
    banner: { indicator: "none", state: "operational" },
  };
}

/** Returns the same page, for which nothing vouches and never did. */
export function unmonitoredSnapshot(count = 12): Snapshot {
  const calm = calmSnapshot(count);
  const nobodys = { status: "no_data", unmonitored: true, uptime: null } as const;
  const past = { observed: false, unobservedStatus: "no_data", days: "n".repeat(dayCount), stories: {} } as const;
  const components = calm.components.map((each) => ({ ...each, ...nobodys, ...past }));
  const groups = calm.groups.map((each) => ({ ...each, ...nobodys }));
  const recent = { incidents: [], maintenances: [] };
  return {
    ...calm,
    unmonitored: true,
    banner: visibleBanner(components, []),
    components,
    groups,
    maintenances: [],
    recent,
  };
}
