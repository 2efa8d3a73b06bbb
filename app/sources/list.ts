import { readOnPage } from "~/change/read-permitted";
import { ok, type Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import { sourceOf } from "./kinds/known-kinds";
import { sourcesOf } from "./queries/source";

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
