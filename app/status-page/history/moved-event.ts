import { readBatch } from "~/db/read";
import { missingFailure, ok, type Result } from "~/failures/failure";
import { eventByForeignPathQuery } from "~/importers/queries/foreign-path";
import { foreignPathForms } from "~/importers/rules/foreign-path";
import type { Ctx } from "~/platform/ctx";
import { readReplicaOrOverloaded } from "../answer-or-overloaded";
import type { ArchivePageRevision } from "../near-archive";

/**
 * Finds what an address of another product showed before its page was imported, and returns our path of it. The caller
 * has found nothing at the address. One statement; `missing` for any other path.
 */
export async function findMovedEventPath(
  ctx: Ctx,
  beside: ArchivePageRevision,
  requestedPath: string,
): Promise<Result<string>> {
  const paths = foreignPathForms(requestedPath);
  if (paths.length === 0) return missingFailure;
  return readReplicaOrOverloaded(ctx, beside, async (archive) => {
    const [[found]] = await readBatch(archive, eventByForeignPathQuery(archive, beside.page.id, paths));
    const path = found && `/${found.kind === "incident" ? "incidents" : "maintenances"}/${found.ourId}`;
    return path === undefined || paths.includes(path) ? missingFailure : ok(path);
  });
}
