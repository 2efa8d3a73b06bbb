import type { SqlStatement } from "~/db/write";
import { parseIncidentComponents } from "~/incidents/queries/incident";
import type { Ctx } from "~/platform/ctx";
import type { StatusLayer } from "~/status/status";
import { type DayPackingFacts, dayPackingFactsOf } from "~/status-page/queries/component-year";
import { moveStartDatesStatements } from "~/status-page/queries/zone-change";
import { layersByComponent } from "~/status-page/rules/component-layers";
import type { IncidentStatusHistory } from "~/status-page/rules/incident-story";
import { nextStatusRowTime } from "~/status-page/rules/layer-change";
import type { LayerChange, StatusChangeFact } from "~/status-page/rules/snapshot-facts";
import { packDaysAgainStatements } from "~/status-page/timeline/engine/close-days";
import { timelineRowsWithoutDays } from "~/status-page/timeline/engine/extend";
import { type StatusChangeCause, takeTimelineVersionStatement } from "~/status-page/timeline/queries/status-change";
import type { TimeSpan } from "~/status-page/timeline/rules/timeline";
import { type Day, dayOf, dayStart, daysBetween } from "~/time/day";
import {
  type LayerRestatementRows,
  type RestatedImportComponent,
  readComponentsOfImport,
  readComponentsOfTimeline,
  readLayerRestatementRows,
} from "../queries/past-days";
import { layerHistoryFromSpans } from "../rules/monitored-past";
import { layerRestatementChanges } from "../rules/past-layers";
import {
  type ComponentRestatementSpans,
  eventLayerRestatements,
  monitoredLayerRestatements,
} from "../rules/past-portion";
import { readMonitoredSpansByComponent } from "./monitored-pasts";

export interface ImportRestatementFacts {
  pageId: string;
  importId: string;
  origin: string;
}

/** One commit's share of counting the past; `next` is the place where it goes on, null = it is done. */
export interface ImportRestatementStep {
  guards: SqlStatement[];
  changes: SqlStatement[];
  /** Rows that it writes at most. */
  rows: number;
  next: string | null;
}

/** Bounds of one step. */
export interface ImportRestatementBounds {
  /** Components: the days of each may be those of many years. */
  components: number;
  /** Incidents: of a component that has more, the past is counted from stretch to stretch. */
  stories: number;
}

const stepBounds: ImportRestatementBounds = { components: 8, stories: 400 };

const beginning = Number.NEGATIVE_INFINITY;

/** A place: the component after which the portion begins, and the instant up to which its incidents are counted. */
interface PastPlace {
  after: string;
  from: number;
}

function parsePlace(cursor: string): PastPlace {
  const [after = "", from = ""] = cursor.split(" ");
  return { after, from: from === "" ? beginning : Number(from) };
}

const placeText = ({ after, from }: PastPlace): string => `${after} ${from === beginning ? "" : from}`;

/** Facts of one portion, on one state of the timeline. */
interface Portion {
  components: RestatedImportComponent[];
  packing: DayPackingFacts;
  stories: IncidentStatusHistory[];
  works: Parameters<typeof eventLayerRestatements>[1]["works"];
  /** Time that this step counts; `to` is finite when further incidents follow. */
  span: TimeSpan;
}

const storyOf = ({
  components,
  updates,
  ...story
}: LayerRestatementRows["stories"][number]): IncidentStatusHistory => ({
  ...story,
  components: parseIncidentComponents(components),
  updates: JSON.parse(updates) as IncidentStatusHistory["updates"],
});

async function readPortion(
  ctx: Ctx,
  pageId: string,
  components: RestatedImportComponent[],
  { from, stories: most }: PastPlace & ImportRestatementBounds,
): Promise<Portion> {
  const starts = components.flatMap((each) => [each.incidentFrom ?? [], each.maintenanceFrom ?? []].flat());
  const rows = await readLayerRestatementRows(ctx, {
    pageId,
    componentIds: components.map(({ id }) => id),
    since: Math.max(from, 0),
    most: most + 1,
    stoppedSince: Math.min(ctx.now(), ...starts),
  });
  const further = rows.stories[most];
  return {
    components,
    packing: dayPackingFactsOf(rows),
    stories: [...rows.earlier, ...rows.stories.slice(0, most)].map(storyOf),
    works: rows.maintenances.map((each) => ({ ...each, components: parseIncidentComponents(each.components) })),
    // Each step goes on, however many incidents begin in one millisecond.
    span: { from, to: further ? Math.max(further.startedAt, from + 1) : Number.POSITIVE_INFINITY },
  };
}

const windowsOf = ({ components, span }: Portion): ComponentRestatementSpans[] =>
  components.map(({ id, incidentFrom, maintenanceFrom }) => ({
    id,
    incident: incidentFrom === null ? null : { from: Math.max(span.from, incidentFrom), to: span.to },
    maintenance: maintenanceFrom === null || Number.isFinite(span.to) ? null : { from: maintenanceFrom, to: span.to },
  }));

/** Changes of the timeline, and the closed days that have to be packed again. */
interface PastChanges {
  changes: { cause: StatusChangeCause["cause"]; rows: LayerChange[] }[];
  daysOf: Map<string, Day[]>;
  /** Components whose past begins earlier than their data did. */
  startDates: Map<string, string>;
}

const causeOfLayer = (layer: StatusLayer): StatusChangeCause["cause"] =>
  layer === "incident" || layer === "maintenance" ? layer : "alert";

function addDays({ daysOf }: PastChanges, componentId: string, days: readonly Day[]): void {
  const known = new Map((daysOf.get(componentId) ?? []).map((day) => [day.from, day]));
  for (const day of days) known.set(day.from, day);
  daysOf.set(
    componentId,
    [...known.values()].sort((one, other) => one.from - other.from),
  );
}

function addRestatements(
  into: PastChanges,
  restatements: ReturnType<typeof eventLayerRestatements>,
  { page }: DayPackingFacts,
): void {
  const [zone, openDayAt] = [page?.timeZone ?? "Etc/UTC", page?.openDayAt ?? 0];
  for (const restatement of restatements) {
    const { changes, spans } = layerRestatementChanges(restatement);
    if (changes.length > 0) into.changes.push({ cause: causeOfLayer(restatement.layer), rows: changes });
    const days = spans.flatMap(({ from, to }) => daysBetween(zone, from, Math.min(to, openDayAt)));
    if (days.length > 0) addDays(into, restatement.componentId, days);
  }
}

/**
 * Adds the past of components that are watched: it is known where the origin's history says so, and nowhere else. Those that people keep are known from their start, without rows.
 */
async function addMonitoredPasts(
  ctx: Ctx,
  into: PastChanges,
  facts: ImportRestatementFacts,
  portion: Portion,
): Promise<void> {
  const { packing } = portion;
  const theirIds = new Map(portion.components.map(({ id, theirId }) => [id, theirId]));
  const watched = packing.components.filter(({ id, coverage }) => theirIds.get(id) && coverage !== "operational");
  if (watched.length === 0 || !packing.page) return;
  const { timeZone: zone, openDayAt } = packing.page;
  const [stretches, layersOf] = [await readMonitoredSpansByComponent(ctx, facts), layersByComponent(packing)];
  for (const { id, startDate, createdAt } of watched) {
    const layers = layersOf.get(id);
    const past = layerHistoryFromSpans(stretches.get(theirIds.get(id) ?? "") ?? [], createdAt);
    const since = past === null ? startDate : [startDate, dayOf(zone, past.since)].sort()[0];
    if (past && layers)
      addRestatements(into, monitoredLayerRestatements({ id, layers, createdAt }, packing.changes, past), packing);
    if (since !== undefined && since < startDate) into.startDates.set(id, since);
    addDays(into, id, daysBetween(zone, dayStart(zone, since ?? startDate), openDayAt));
  }
}

/** A row of the timeline is one; a packed year and a moved start are one each, written again. */
function rowsOfChanges({ changes, daysOf, startDates }: PastChanges): number {
  const years = [...daysOf.values()].map((days) => new Set(days.map(({ date }) => date.slice(0, 4))).size);
  return [...changes.map((each) => each.rows.length), ...years, startDates.size].reduce((sum, each) => sum + each, 0);
}

function statementsOf(
  ctx: Ctx,
  { pageId, importId }: ImportRestatementFacts,
  packing: DayPackingFacts,
  past: PastChanges,
) {
  const { state } = packing;
  const byCause = Map.groupBy(past.changes, ({ cause }) => cause);
  const rows: StatusChangeFact[] = [];
  const statements = [...byCause].flatMap(([cause, own]) => {
    const changes = own.flatMap((each) => each.rows);
    const added = timelineRowsWithoutDays(ctx, { pageId, state, changes, cause, reference: importId });
    rows.push(...added.rows);
    return added.statements;
  });
  const components = packing.components.map((each) => ({
    ...each,
    startDate: past.startDates.get(each.id) ?? each.startDate,
  }));
  const moved = [...past.startDates].map(([id, startDate]) => ({ id, startDate }));
  const days = packDaysAgainStatements(pageId, { ...packing, components }, rows, past.daysOf);
  const changes = [...statements, ...moveStartDatesStatements(pageId, moved), ...days];
  const guards = changes.length > 0 ? [takeTimelineVersionStatement(ctx, pageId, state)] : [];
  return { guards, changes, rows: rowsOfChanges(past) };
}

type PortionReader = typeof readComponentsOfImport;

async function takeStep(
  ctx: Ctx,
  facts: ImportRestatementFacts,
  cursor: string,
  { read, ...bounds }: ImportRestatementBounds & { read: PortionReader },
): Promise<ImportRestatementStep> {
  const place = parsePlace(cursor);
  const components = await read(ctx, { ...facts, after: place.after, limit: bounds.components });
  const last = components.at(-1);
  if (!last) return { guards: [], changes: [], rows: 0, next: null };
  const portion = await readPortion(ctx, facts.pageId, components, { ...place, ...bounds });
  const { packing, stories, works, span } = portion;
  const past: PastChanges = { changes: [], daysOf: new Map(), startDates: new Map() };
  const until = nextStatusRowTime(packing.state, ctx.now());
  const known = { changes: packing.changes, stories, works, until };
  addRestatements(past, eventLayerRestatements(windowsOf(portion), known), packing);
  if (place.from === beginning) await addMonitoredPasts(ctx, past, facts, portion);
  const isLast = components.length < bounds.components;
  const following = isLast ? null : placeText({ after: last.id, from: beginning });
  const next = Number.isFinite(span.to) ? placeText({ after: place.after, from: span.to }) : following;
  return { ...statementsOf(ctx, facts, packing, past), next };
}

/**
 * One commit's share of counting the past of what an import brought: the layers of the timeline are restated as the
 * incidents and maintenance here say, and the closed days that differ are packed again. `cursor` is empty at the start.
 * A commit that moves the timeline meanwhile makes this one fail: the step is then made again.
 */
export const planImportRestatementStep = (
  ctx: Ctx,
  facts: ImportRestatementFacts,
  cursor: string,
  bounds = stepBounds,
): Promise<ImportRestatementStep> => takeStep(ctx, facts, cursor, { ...bounds, read: readComponentsOfImport });

/**
 * The same after an undo has removed incidents and maintenance: every component that the import had restated is as what
 * is left says.
 */
export const planImportRestatementUndoStep = (
  ctx: Ctx,
  facts: ImportRestatementFacts,
  cursor: string,
  bounds = stepBounds,
): Promise<ImportRestatementStep> => takeStep(ctx, facts, cursor, { ...bounds, read: readComponentsOfTimeline });
