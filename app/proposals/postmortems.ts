import { readPageRows } from "~/change/read-rows";
import { ok, type Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import { proposedPostmortemsQuery } from "./queries/proposal";

/** A postmortem that a token wrote and no person has since; `id` and `title` are its incident's. */
interface ProposedPostmortem {
  id: string;
  title: string;
  /** Name of the person; null when they are no longer known. */
  name: string | null;
  token: string;
}

/** Lists the postmortems of a page that tokens wrote, by their own index. */
export async function listProposedPostmortems(
  ctx: Ctx,
  { pageId }: { pageId: string },
): Promise<Result<ProposedPostmortem[]>> {
  const rows = await readPageRows(ctx, pageId, proposedPostmortemsQuery(ctx, pageId));
  return rows.ok ? ok(rows.value.map(({ by, ...each }) => ({ ...each, token: by?.token ?? "" }))) : rows;
}
