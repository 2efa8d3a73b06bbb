import type { Status } from "~/status/status";
import { beginningOfTime, type LayerStatusStep } from "~/status-page/timeline/rules/layer-steps";
import { segmentsOfSteps } from "~/status-page/timeline/rules/timeline";
import { tallyUptimeParts, uptimeHundredths } from "~/status-page/uptime/rules/uptime";
import { dayOf, dayStart } from "~/time/day";
import { dayMs } from "~/time/durations";
import { type HistoryDocumentParts, monitoredSpansByComponent } from "./component-stretches";
import { layerHistoryFromSpans, type MonitoredSpan } from "./monitored-past";
import type { MovedComponent, ReportedUptime } from "./move-document";
import { movedComponentStartDate } from "./moved-component";
import { type PlannedImportThing, plainThingArrival } from "./planned-thing";
import {
  foreignIdsToCreate,
  layerCourseOfStoredSteps,
  reportedUptimeByComponent,
  type UptimeCandidate,
  type UptimeProgress,
  usualUptimeDays,
} from "./uptime-progress";

/** The uptime of a new component after the import, beside what the origin says for the same days. */
export interface UptimeComparison {
  theirId: string;
  name: string;
  /** Days that both cover; null = all that is known. */
  days: number | null;
  /** End of the days where the origin's ended before the preview, UTC ms; null = the preview. */
  until: number | null;
  /** Percent by the origin; null = it says nothing. */
  said: number | null;
  /** Hundredths of a percent by the page, rounded down; null = no data. */
  here: number | null;
}

/** Most components that a preview compares. */
export const mostUptimeComparisons = 5;

/** The page on which the components will be, and the time of the preview. */
export interface UptimePageFacts {
  timeZone: string;
  partialWeight: number;
  now: number;
}

interface CandidateFacts {
  component: MovedComponent;
  candidate: UptimeCandidate;
  arrival: PlannedImportThing["arrival"];
  said: ReportedUptime | null;
  /** Its own history, and those of the monitors that come and observe it. */
  stretches: readonly MonitoredSpan[];
}

/** Returns the start of the first of some days, of which the last one is that of an instant. */
function firstDayStart(zone: string, at: number, days: number): number {
  const noon = dayStart(zone, dayOf(zone, at)) + dayMs / 2;
  return dayStart(zone, dayOf(zone, noon - (days - 1) * dayMs));
}

const always = (status: Status | null): LayerStatusStep[] => [{ at: beginningOfTime, status }];

/** Returns the uptime as the page counts it: by the layers that an import writes for a new component. */
function uptimeHere(
  { candidate, component, arrival, stretches }: CandidateFacts,
  { days, end }: { days: number | null; end: number },
  { timeZone, partialWeight, now }: UptimePageFacts,
): number | null {
  const isWatched = component.keptBy === "watched" || component.manualStatus === "no_data";
  const past = isWatched ? layerHistoryFromSpans(stretches, now) : null;
  const date = movedComponentStartDate(arrival, timeZone, now);
  const first = past ? dayOf(timeZone, past.since) : date;
  const startAt = dayStart(timeZone, first < date ? first : date);
  // Days that are over end with the start of the next one.
  const lastAt = end < now ? end - 1 : end;
  const from = Math.max(startAt, days === null ? startAt : firstDayStart(timeZone, lastAt, days));
  if (from >= end) return null;
  const steps = {
    manual: always(null),
    observed: [...always("operational"), ...(past?.observed ?? [])],
    coverage: past
      ? [...always("no_data"), ...past.coverage]
      : always(component.keptBy === "manual" ? "operational" : "no_data"),
    incident: layerCourseOfStoredSteps(candidate.incident),
    maintenance: layerCourseOfStoredSteps(candidate.maintenance),
  };
  const current = { manual: null, observed: "operational", incident: null, maintenance: null, coverage: null } as const;
  const window = { from, to: end };
  const segments = segmentsOfSteps((layer) => steps[layer], current, window, { startAt, stopped: [] });
  return uptimeHundredths(tallyUptimeParts(segments, window), end - from, partialWeight);
}

function comparisonOf(facts: CandidateFacts, page: UptimePageFacts): UptimeComparison {
  const { component, said } = facts;
  const until = said?.until != null && said.until < page.now ? said.until : null;
  const days = said ? said.days : usualUptimeDays;
  const here = uptimeHere(facts, { days, end: until ?? page.now }, page);
  return { theirId: component.id, name: component.name, days, until, said: said?.percent ?? null, here };
}

const rank = ({ said, here }: UptimeComparison): number => (said === null ? 20_000 : 0) + (here ?? 10_001);

/**
 * Compares the uptime of new components, when all parts are planned: first those whose uptime the origin says, of these
 * the most affected. `document` and `things` are the first part and its plan.
 */
export function uptimeComparisons(
  document: HistoryDocumentParts,
  things: readonly PlannedImportThing[],
  { candidates }: UptimeProgress,
  page: UptimePageFacts,
): UptimeComparison[] {
  const said = reportedUptimeByComponent(document);
  const components = new Map(document.components.map((each) => [each.id, each]));
  const planned = things.filter(({ noun }) => noun === "component");
  const arrivals = new Map(planned.map(({ theirId, arrival }) => [theirId, arrival]));
  const stretches = monitoredSpansByComponent(document, foreignIdsToCreate(things, "monitor"));
  return candidates
    .flatMap((candidate) => {
      const { id } = candidate;
      const component = components.get(id);
      const arrival = arrivals.get(id) ?? plainThingArrival;
      const facts = { candidate, arrival, said: said.get(id) ?? null, stretches: stretches.get(id) ?? [] };
      return component ? [comparisonOf({ ...facts, component }, page)] : [];
    })
    .sort((one, other) => rank(one) - rank(other))
    .slice(0, mostUptimeComparisons);
}
