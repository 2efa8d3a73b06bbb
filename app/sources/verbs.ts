import type { IdOnPage } from "~/access/id-on-page";
import { incidentOutcomesAfterDeletion, sourceDeletionQueries } from "~/alert-rules/unwatched-after-delete";
import { adapterSettingFields, type SettingField } from "~/change/adapter-settings/settings";
import { changeOneRow } from "~/change/change-one";
import type { ChangeResult } from "~/change/change-result";
import { readOnPage } from "~/change/read-permitted";
import { sourceTable } from "~/db/schema";
import { deleteRowsStatements } from "~/db/write";
import { ok, type Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import { sourceAdapterOf, sourceAdapters } from "./kinds/known-kinds";
import { deleteSourceStatements, externalSourcesOfPageQuery, sourceByIdQuery } from "./queries/source";
import { deleteOverlapsStatement } from "./queries/source-overlap";
import { type SourceTargetInput, sourceTargetInputSchema } from "./rules/input";

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

export const sourceKindTitle = (kind: string): string => sourceAdapterOf(kind)?.title ?? kind;

/** Lists the page's sources by name, each with its last delivery. */
export const listSources = (ctx: Ctx, { pageId }: { pageId: string }): Promise<Result<ListedSource[]>> =>
  readOnPage(ctx, { pageId, role: "viewer" }, [externalSourcesOfPageQuery(ctx, pageId)], ([found]) =>
    ok(
      found.map(({ row, lastReceivedAt, lastOutcome }) => ({
        ...sourceViewOf(row),
        kindTitle: sourceKindTitle(row.kind),
        lastDelivery: lastReceivedAt === null ? null : { receivedAt: lastReceivedAt, outcome: lastOutcome ?? "" },
      })),
    ),
  );

const shown: readonly string[] = [
  ...["id", "kind", "name", "heartbeatSeconds", "silenceHours", "quietMeansWell", "quietAnswered"],
  ...["dependsOn", "mutedUntil", "version", "createdAt", "updatedAt"],
];

/** Returns a source without its address and settings, which only admins may see. */
export const sourceViewOf = (row: SourceView): SourceView =>
  Object.fromEntries(Object.entries(row).filter(([name]) => shown.includes(name))) as unknown as SourceView;

export interface SourceKind {
  kind: string;
  title: string;
  settings: SettingField[];
}

/** Returns every kind of source that can be created, in the order in which forms list them. */
export const listSourceKinds = (): SourceKind[] =>
  sourceAdapters.map((each) => ({ kind: each.kind, title: each.title, settings: adapterSettingFields(each) }));

/** Lookup of a source for its changes. */
export const sourceChangeTarget = {
  role: "admin",
  subject: "source",
  table: sourceTable,
  row: (ctx: Ctx, { pageId, id }: IdOnPage) => sourceByIdQuery(ctx, pageId, id),
  show: sourceViewOf,
} as const;

/** Deletes a source with its rules and deliveries; its alerts end. Failures: conflict, missing. */
export const deleteSource = (ctx: Ctx, given: SourceTargetInput): Promise<Result<ChangeResult>> =>
  changeOneRow(
    ctx,
    { ...sourceChangeTarget, input: sourceTargetInputSchema, facts: sourceDeletionQueries, settles: true },
    given,
    ({ row: { id, pageId, kind, name }, alone, left }) => {
      const parted = incidentOutcomesAfterDeletion(ctx, pageId, left);
      return ok({
        action: "source.delete",
        leftUnwatched: alone,
        observers: { sources: [id] },
        changes: [
          ...deleteSourceStatements(pageId, id, ctx.now()),
          deleteOverlapsStatement(id, pageId),
          ...deleteRowsStatements(sourceTable, pageId, [{ id }]),
          ...parted.changes,
        ],
        notices: parted.notices,
        before: { kind, name },
      });
    },
  );
