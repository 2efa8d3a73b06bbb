import { soleWatcherQueries } from "~/alert-rules/queries/observed-components";
import { partFrom } from "~/alert-rules/unwatched-after-delete";
import { type SettingField, settingFields } from "~/change/adapter-settings/settings";
import { changeOne } from "~/change/change-one";
import type { ChangeResult } from "~/change/change-result";
import { readOnPage } from "~/change/read-permitted";
import { source } from "~/db/schema";
import { deleteRows } from "~/db/write";
import { ok, type Result } from "~/failures/failure";
import { incidentsLeftBehindBy } from "~/incidents/queries/left-behind-incidents";
import type { Ctx } from "~/platform/ctx";
import { sourceOf, sources } from "./kinds/known-kinds";
import { forgetSource, sourceById, sourcesOf } from "./queries/source";
import { forgetOverlaps } from "./queries/source-overlap";
import { type SourceTarget, sourceTarget } from "./rules/input";

export interface SourceView {
  id: string;
  kind: string;
  name: string;
  heartbeatSeconds: number | null;
  silenceHours: number | null;
  quietMeansWell: boolean;
  quietAnswered: boolean;
  mutedUntil: number | null;
  dependsOn: string | null;
  version: number;
  createdAt: number;
  updatedAt: number;
}

export interface ListedSource extends SourceView {
  kindTitle: string;
  lastDelivery: { receivedAt: number; outcome: string } | null;
}

export const kindTitle = (kind: string): string => sourceOf(kind)?.title ?? kind;

/** Lists the page's sources by name, with their last delivery. */
export const listSources = (ctx: Ctx, { pageId }: { pageId: string }): Promise<Result<ListedSource[]>> =>
  readOnPage(ctx, { pageId, role: "viewer" }, [sourcesOf(ctx, pageId)], ([found]) =>
    ok(
      found.map(({ row, lastReceivedAt, lastOutcome }) => ({
        ...viewOf(row),
        kindTitle: kindTitle(row.kind),
        lastDelivery: lastReceivedAt === null ? null : { receivedAt: lastReceivedAt, outcome: lastOutcome ?? "" },
      })),
    ),
  );

const shown: readonly string[] = [
  ...["id", "kind", "name", "heartbeatSeconds", "silenceHours", "quietMeansWell", "quietAnswered"],
  ...["dependsOn", "mutedUntil", "version", "createdAt", "updatedAt"],
];

/** Returns a source without its address and settings, which only admins may see. */
export const viewOf = (row: SourceView): SourceView =>
  Object.fromEntries(Object.entries(row).filter(([name]) => shown.includes(name))) as unknown as SourceView;

export interface SourceKind {
  kind: string;
  title: string;
  settings: SettingField[];
}

/** Returns every kind of source that can be created, in the order in which forms list them. */
export const listSourceKinds = (): SourceKind[] =>
  sources.map((each) => ({ kind: each.kind, title: each.title, settings: settingFields(each) }));

/** Lookup of a source for its changes. */
export const sourceAccess = {
  role: "admin",
  subject: "source",
  table: source,
  row: (ctx: Ctx, { pageId, id }: { pageId: string; id: string }) => sourceById(ctx, pageId, id),
  show: viewOf,
} as const;

const facts = (ctx: Ctx, of: { pageId: string; id: string }) => ({
  ...soleWatcherQueries(ctx, of),
  left: incidentsLeftBehindBy(ctx, of.pageId, { sources: [of.id] }),
});

/** Deletes a source with its rules and deliveries; its alerts end. Failures: conflict, missing. */
export const deleteSource = (ctx: Ctx, given: SourceTarget): Promise<Result<ChangeResult>> =>
  changeOne(
    ctx,
    { ...sourceAccess, input: sourceTarget, facts, settles: true },
    given,
    ({ row: { id, pageId, kind, name }, alone, left }) => {
      const parted = partFrom(ctx, pageId, left);
      return ok({
        action: "source.delete",
        leftUnwatched: alone,
        observers: { sources: [id] },
        changes: [
          ...forgetSource(pageId, id, ctx.now()),
          forgetOverlaps(id, pageId),
          ...deleteRows(source, pageId, [{ id }]),
          ...parted.changes,
        ],
        notices: parted.notices,
        before: { kind, name },
      });
    },
  );
