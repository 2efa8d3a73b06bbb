import { readOnPage } from "~/change/read-permitted";
import type { QueryRows } from "~/db/read";
import { ok, type Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import { effectiveStatus } from "~/status/status";
import { type ComponentFigure, unpackComponentFigures } from "~/status-page/rules/snapshot-packing";
import { makeComponentLayersReader } from "./list";
import {
  archivedComponentsOfPageQuery,
  componentGroupsOfPageQuery,
  incidentComponentStatusesQuery,
  maintenanceComponentStatusesQuery,
} from "./queries/component";
import {
  componentFiguresQuery,
  componentTableOfPageQuery,
  firstWatchersOfComponentsQuery,
} from "./queries/component-table";
import { type ComponentTableRow, type ComponentWatcher, lastStatusChange } from "./rules/component-table";

export interface ArchivedComponent {
  id: string;
  name: string;
  archivedAt: number;
  version: number;
}

export interface ComponentTableView {
  groups: { id: string; name: string; version: number }[];
  /** Components in the page's order. */
  components: ComponentTableRow[];
  /** Archived components, the last archived first. */
  archived: ArchivedComponent[];
  /** Number of days over which the uptime is counted, as on the page. */
  days: number;
}

type StoredRow = QueryRows<ReturnType<typeof componentTableOfPageQuery>>[number];
type FirstWatcher = QueryRows<ReturnType<typeof firstWatchersOfComponentsQuery>>[number];

interface PageFigures {
  days: number;
  builtAt: number;
  byId: ReadonlyMap<string, ComponentFigure>;
}

const usualDays = 90;

/** Figure of a component that the page does not show yet. */
const noFigure = { uptime: null, since: null, days: "" };

function figuresOf([row]: QueryRows<ReturnType<typeof componentFiguresQuery>>): PageFigures {
  const figures = row ? unpackComponentFigures(row.figures) : [];
  return {
    days: row?.days ?? usualDays,
    builtAt: row?.builtAt ?? 0,
    byId: new Map(figures.map((each) => [each.id, each])),
  };
}

const watcherOf = ({ family, sourceId, name, ruleId, catchAll }: FirstWatcher): ComponentWatcher => ({
  family,
  sourceId,
  name,
  ruleId: catchAll ? null : ruleId,
});

interface RowFacts {
  layersOf: ReturnType<typeof makeComponentLayersReader>;
  watchers: ReadonlyMap<string, FirstWatcher>;
  figures: PageFigures;
}

function tableRowOf(row: StoredRow, { layersOf, watchers, figures }: RowFacts): ComponentTableRow {
  const { id, name, groupId, keptBy, manualUntil, mutedUntil, version, observedSince, coverageSince } = row;
  const { builtAt } = figures;
  const { uptime, since, days } = figures.byId.get(id) ?? noFigure;
  const watcher = watchers.get(id);
  const layers = layersOf(row);
  return {
    id,
    name,
    groupId,
    keptBy,
    manualUntil,
    mutedUntil,
    version,
    layers,
    uptime,
    effective: effectiveStatus(layers),
    watcher: watcher ? watcherOf(watcher) : null,
    moreWatchers: (watcher?.sources ?? 1) - 1,
    changedAt: lastStatusChange({ since, observedSince, coverageSince, days, builtAt }),
  };
}

const archivedOf = (rows: QueryRows<ReturnType<typeof archivedComponentsOfPageQuery>>): ArchivedComponent[] =>
  rows.map(({ id, name, archivedAt, version }) => ({ id, name, archivedAt: archivedAt ?? 0, version }));

/**
 * Lists the components of a page with everything that a table shows, and the archived ones. One round trip of 7
 * statements.
 */
export const listComponentTable = (ctx: Ctx, { pageId }: { pageId: string }): Promise<Result<ComponentTableView>> =>
  readOnPage(
    ctx,
    { pageId, role: "viewer" },
    [
      componentGroupsOfPageQuery(ctx, pageId),
      componentTableOfPageQuery(ctx, pageId),
      archivedComponentsOfPageQuery(ctx, pageId),
      incidentComponentStatusesQuery(ctx, pageId),
      maintenanceComponentStatusesQuery(ctx, pageId),
      firstWatchersOfComponentsQuery(ctx, pageId),
      componentFiguresQuery(ctx, pageId),
    ],
    ([groups, rows, archived, incidents, maintenances, watchers, figures]) => {
      const facts: RowFacts = {
        layersOf: makeComponentLayersReader(incidents, maintenances),
        watchers: new Map(watchers.map((each) => [each.componentId, each])),
        figures: figuresOf(figures),
      };
      return ok({
        groups: groups.map(({ id, name, version }) => ({ id, name, version })),
        components: rows.map((row) => tableRowOf(row, facts)),
        archived: archivedOf(archived),
        days: facts.figures.days,
      });
    },
  );
