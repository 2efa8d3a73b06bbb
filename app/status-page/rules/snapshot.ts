import { shownComponentFields } from "~/components/rules/fields";
import { fieldValuesOfRow } from "~/fields/fields";
import { isMaintenanceActive } from "~/maintenances/rules/maintenance";
import { effectiveStatus, isUnmonitoredNow, type StatusByLayer } from "~/status/status";
import { isPublicUrl } from "~/status/usual-words";
import { type Day, lastDays } from "~/time/day";
import { dayMs } from "~/time/durations";
import { statusSegmentsFromFold } from "../timeline/rules/day-fold";
import { unobservedSpansOf } from "../timeline/rules/standstill";
import type { StatusSegment } from "../timeline/rules/timeline";
import { dayLetter } from "../uptime/rules/bars";
import {
  addUptimeParts,
  exactUptimeRatio,
  tallyUptimeParts,
  type UptimeParts,
  uptimeHundredths,
  zeroUptimeParts,
} from "../uptime/rules/uptime";
import { layersByComponent } from "./component-layers";
import { type SnapshotContentDigest, snapshotContentDigestOf } from "./content-since";
import { cutDocumentToSize } from "./document-size";
import { endedOutagesIn, endedOutagesOf } from "./ended-outages";
import { knownDayLetters } from "./known-days";
import { maintenanceOverAt } from "./maintenance-end";
import { areAllUnmonitored, visibleBanner } from "./monitored-state";
import { countingStartOf } from "./open-day";
import { documentFormatVersion } from "./read-document";
import type {
  EndedOutage,
  LastReportByComponent,
  Snapshot,
  SnapshotComponent,
  SnapshotCorrection,
  SnapshotMaintenance,
  SnapshotVendorIncident,
} from "./snapshot-document";
import { snapshotIncidentOf, snapshotMaintenanceOf } from "./snapshot-events";
import type { ComponentFact, SnapshotFacts } from "./snapshot-facts";
import { snapshotFreshUntil } from "./snapshot-freshness";
import { snapshotGroupsOf } from "./snapshot-groups";
import { snapshotPageOf } from "./snapshot-page";

const recentSpanMs = 15 * dayMs;
export interface BuiltSnapshot {
  snapshot: Snapshot;
  said: SnapshotContentDigest;
  /** Next local midnight or scheduled start or end, after which the document must be built again. */
  freshUntil: number;
}

/** The days of a component: their letters, their parts, and the sums over all of them. */
interface ComponentDayTotals {
  letters: string;
  stories: Record<string, number[]>;
  parts: UptimeParts;
  span: number;
  since: number | null;
  ended: EndedOutage[];
}

interface SnapshotBuildContext {
  facts: SnapshotFacts;
  now: number;
  days: Day[];
  names: Map<string, string>;
  layers: Map<string, StatusByLayer>;
  closed: Map<string, number[]>;
}

function closedDays(facts: SnapshotFacts): Map<string, number[]> {
  const found = new Map<string, number[]>();
  for (const { componentId, year, days } of facts.closedDays) {
    for (const [day, parts] of Object.entries(days)) found.set(`${componentId} ${year}-${day}`, parts);
  }
  return found;
}

function prepare(facts: SnapshotFacts, now: number): SnapshotBuildContext {
  return {
    facts,
    now,
    days: lastDays(facts.page.timeZone, now, facts.page.historyDays),
    names: new Map(facts.components.map(({ id, name }) => [id, name])),
    layers: layersByComponent(facts),
    closed: closedDays(facts),
  };
}

/** Returns the last known status; null for a component that nothing observes. */
function lastKnownOf(component: ComponentFact, layers: StatusByLayer): SnapshotComponent["lastKnown"] {
  if (effectiveStatus(layers) !== "no_data") return null;
  if (layers.coverage === "no_data") return { status: "no_data", noDataSince: component.coverageSince };
  return { status: component.observedBefore, noDataSince: component.observedSince };
}

const idle: StatusByLayer = { manual: null, observed: "no_data", incident: null, maintenance: null, coverage: null };

/** Returns a day's parts: closed days are packed; those since `openDayAt` are computed from the rows' fold. */
function partsOfDay(
  component: ComponentFact,
  day: Day,
  segments: StatusSegment[],
  building: SnapshotBuildContext,
): UptimeParts {
  if (day.from >= building.facts.page.openDayAt) {
    return tallyUptimeParts(segments, { from: day.from, to: Math.min(day.to, building.now) });
  }
  return (building.closed.get(`${component.id} ${day.date}`) as UptimeParts | undefined) ?? zeroUptimeParts;
}

/** Returns when the present status started; null when that was before the open day, as only its rows are read. */
function sinceOf(segments: readonly StatusSegment[], openDayAt: number): number | null {
  const last = segments.at(-1);
  return last && last.from > openDayAt ? last.from : null;
}

function historyOf(
  component: ComponentFact,
  layers: StatusByLayer,
  building: SnapshotBuildContext,
): ComponentDayTotals {
  const { now, facts, days } = building;
  const start = countingStartOf(days, component.startDate, now);
  const window = { from: facts.page.openDayAt, to: now };
  const asked = {
    ...window,
    current: layers,
    startAt: start,
    stopped: unobservedSpansOf(facts.standstills, component.id),
  };
  const fold = facts.fold.components.get(component.id);
  const segments = statusSegmentsFromFold(fold, asked);
  const today = { from: days.at(-1)?.from ?? now, to: now };
  const history: ComponentDayTotals = {
    letters: "",
    stories: {},
    parts: zeroUptimeParts,
    span: 0,
    since: sinceOf(segments, window.from),
    ended: component.showUptime ? endedOutagesOf(segments, today, fold?.past?.until) : [],
  };
  for (const day of days) {
    const before = day.date < component.startDate;
    const span = before ? 0 : Math.min(day.to, now) - day.from;
    const parts = before ? zeroUptimeParts : partsOfDay(component, day, segments, building);
    history.letters += dayLetter(parts, span, before, day.to > now ? effectiveStatus(layers) : undefined);
    if (parts.some((part) => part > 0)) history.stories[day.date] = [...parts];
    history.parts = addUptimeParts(history.parts, parts);
    history.span += span;
  }
  return history;
}

/** A component as it is built, before it is packed. */
type BuiltComponent = SnapshotComponent & {
  exact: number | null;
  ended: EndedOutage[];
  stories: Record<string, number[]>;
};

function componentOf(component: ComponentFact, building: SnapshotBuildContext): BuiltComponent {
  const layers = building.layers.get(component.id) ?? idle;
  const status = effectiveStatus(layers);
  const history = historyOf(component, layers, building);
  const observed = layers.coverage === null;
  const unmonitored = isUnmonitoredNow(layers);
  const { id, position, createdAt, updatedAt } = component;
  const weight = building.facts.page.partialWeight;
  return {
    ...fieldValuesOfRow(shownComponentFields, component),
    id,
    position,
    createdAt,
    updatedAt,
    status,
    ...(unmonitored ? { unmonitored } : {}),
    since: history.since,
    lastKnown: lastKnownOf(component, layers),
    observed,
    unobservedStatus: observed ? effectiveStatus({ ...layers, observed: "no_data" }) : status,
    days: history.letters,
    stories: history.stories,
    uptime: uptimeHundredths(history.parts, history.span, weight),
    exact: exactUptimeRatio(history.parts, history.span, weight),
    ended: history.ended,
  };
}

/** Returns true when something that ended at `overAt` reaches into the last days; null = it is not over. */
const lastsBeyond = (overAt: number | null, now: number) => overAt === null || overAt > now - recentSpanMs;

/** A cancelled maintenance is listed once its scheduled start has passed. */
const isOver = ({ status, startsAt }: SnapshotMaintenance, now: number) =>
  status === "completed" || (status === "cancelled" && startsAt <= now);

function maintenancesOf({ facts, names, now }: SnapshotBuildContext) {
  const shown = facts.maintenances.map((each) => snapshotMaintenanceOf(each, names));
  const ahead = shown.filter((each) => each.status === "scheduled" || isMaintenanceActive(each.status));
  const over = shown.filter((each) => isOver(each, now) && lastsBeyond(maintenanceOverAt(each), now));
  return {
    ahead: ahead.sort((one, other) => one.startsAt - other.startsAt),
    over: over.sort((one, other) => other.startsAt - one.startsAt),
  };
}

/** Returns the corrections that reach into the days shown, of components that are shown. */
function correctionsOf({ facts, days, names }: SnapshotBuildContext): SnapshotCorrection[] {
  const since = days[0]?.from ?? 0;
  return facts.corrections.flatMap((each) => {
    const componentIds = each.componentIds.filter((id) => names.has(id));
    return componentIds.length === 0 || each.endsAt <= since ? [] : [{ ...each, componentIds }];
  });
}

/** Returns one vendor per name and page, with components that are shown; only links to public web addresses. */
function vendorsOf({ facts, names }: SnapshotBuildContext): SnapshotVendorIncident[] {
  const found = new Map<string, SnapshotVendorIncident>();
  for (const { name, url, componentIds } of facts.vendors ?? []) {
    const key = JSON.stringify([name, url]);
    const ids = new Set([...(found.get(key)?.componentIds ?? []), ...componentIds.filter((id) => names.has(id))]);
    if (isPublicUrl(url) && ids.size > 0) found.set(key, { name, url, componentIds: [...ids].sort() });
  }
  return [...found.values()].sort((one, other) => (one.name < other.name ? -1 : 1));
}

/** Returns `heard` for the components that are observed now. */
function heardOf(
  { heard = {} }: SnapshotFacts,
  components: readonly SnapshotComponent[],
): LastReportByComponent | null {
  const known = components.flatMap(({ id, observed }) => (observed && id in heard ? [[id, heard[id] ?? null]] : []));
  return known.length > 0 ? (Object.fromEntries(known) as LastReportByComponent) : null;
}

/** Components between two pauses of a build. */
const componentsInStep = 50;

function* componentsInSteps(building: SnapshotBuildContext) {
  const components: ReturnType<typeof componentOf>[] = [];
  for (const [index, each] of building.facts.components.entries()) {
    if (index % componentsInStep === 0) yield;
    components.push(componentOf(each, building));
  }
  return components;
}

/**
 * Builds the document that all public formats print, from facts alone, in at most 500 KB; in steps between which a
 * caller may let other work go first.
 */
export function* snapshotInSteps(facts: SnapshotFacts, now: number, url: string): Generator<void, BuiltSnapshot> {
  const building = prepare(facts, now);
  const components = yield* componentsInSteps(building);
  const incidents = facts.incidents
    .map((each) => snapshotIncidentOf(each, building.names))
    .sort((one, other) => other.startedAt - one.startedAt);
  const open = facts.incidents.filter((each) => !each.closed);
  const raising = open.map((each) => ({ ...each, componentCount: each.components.length }));
  const { ahead, over } = maintenancesOf(building);
  const corrections = correctionsOf(building);
  const vendors = vendorsOf(building);
  const unmonitored = areAllUnmonitored(components);
  const heard = heardOf(facts, components);
  const known = knownDayLetters(components, building.days, now);
  const snapshot: Snapshot = {
    format: documentFormatVersion,
    page: snapshotPageOf(facts, url),
    revision: facts.wanted,
    builtAt: now,
    banner: visibleBanner(components, raising),
    ...(unmonitored ? { unmonitored } : {}),
    groups: snapshotGroupsOf(facts.groups, components),
    components: components.map(({ exact: _, ended: __, ...shown }) => shown),
    ...(known ? { knownDays: known } : {}),
    days: { first: building.days[0]?.date ?? "", last: building.days.at(-1)?.date ?? "", count: building.days.length },
    incidents: incidents.filter((each) => open.some(({ id }) => id === each.id)),
    maintenances: ahead,
    ...(corrections.length > 0 ? { corrections } : {}),
    ...(vendors.length > 0 ? { vendors } : {}),
    ...(heard ? { heard } : {}),
    ...(facts.foreignIds ? { foreignIds: facts.foreignIds } : {}),
    ...endedOutagesIn(components),
    recent: {
      incidents: incidents.filter((each) => lastsBeyond(each.resolvedAt, now)),
      maintenances: over,
    },
  };
  yield;
  const isAffected = components.some((each) => each.status !== "operational" && !each.unmonitored);
  const said = snapshotContentDigestOf(snapshot, facts.said ?? { digest: "", at: 0 }, now);
  return {
    snapshot: cutDocumentToSize({ ...snapshot, saidAt: said.at }),
    said,
    freshUntil: snapshotFreshUntil(facts, now, isAffected),
  };
}
