import { authorizeAndParse } from "~/change/authorize-and-parse";
import { rowsPerPage } from "~/change/cursor";
import { read } from "~/db/read";
import { ok, type Result } from "~/failures/failure";
import type { PlanCarry } from "~/plan/plan-budget";
import type { Ctx } from "~/platform/ctx";
import { rankAmong } from "~/status/worst-first";
import { carryOfLoad } from "./carry";
import { type MonitorRow, rowOf } from "./monitor-view";
import { monitorsOf, presentLoad, tagsOf } from "./queries/monitor";
import { type ListMonitorsInput, listMonitorsInput, troubledStates } from "./rules/input";

export interface ListedMonitors {
  monitors: MonitorRow[];
  /** Key of the next page of the list, for `after`; null at the end. */
  more: string | null;
  carry: PlanCarry;
  /** Every tag of the page's monitors. */
  tags: string[];
}

/** Parses `<id>.<name>` of the last row shown, preceded by its rank when the worst come first. */
function readAfter(text: string | undefined, worstFirst: boolean): { rank: number; id: string; name: string } | null {
  const found = (worstFirst ? /^(\d)\.([^.]{1,80})\.(.+)$/s : /^()([^.]{1,80})\.(.+)$/s).exec(text ?? "");
  return found && { rank: Number(found[1]), id: found[2] ?? "", name: found[3] ?? "" };
}

const afterOf = ({ id, name, shown }: { id: string; name: string; shown: string }, worstFirst: boolean): string =>
  [...(worstFirst ? [rankAmong(troubledStates, shown)] : []), id, name].join(".");

/**
 * Lists the page's monitors by name or worst first, 50 at a time, filtered by tag, state or a part of the name. Reads
 * the page's monitors (≤ 1,000), those of the deployment for its load, and 28 rows for each monitor shown.
 */
export async function listMonitors(ctx: Ctx, given: ListMonitorsInput): Promise<Result<ListedMonitors>> {
  const authorized = authorizeAndParse(ctx, { role: "viewer", input: listMonitorsInput }, given);
  if (!authorized.ok) return authorized;
  const { pageId, after, ...filter } = authorized.value.input;
  const { worstFirst } = filter;
  const asked = { ...filter, after: readAfter(after, worstFirst) };
  const [rows, tags, [load]] = await read(
    ctx,
    monitorsOf(ctx, pageId, ctx.now(), asked, rowsPerPage + 1),
    tagsOf(ctx, pageId),
    presentLoad(ctx),
  );
  const shown = rows.slice(0, rowsPerPage);
  const last = shown.at(-1);
  return ok({
    monitors: await Promise.all(shown.map((row) => rowOf(ctx, row))),
    more: rows.length > rowsPerPage && last ? afterOf(last, worstFirst) : null,
    carry: carryOfLoad(ctx, load ?? { checksPerHour: 0, monitors: 0, shards: 0 }),
    tags: tags.map(({ tag }) => tag),
  });
}
