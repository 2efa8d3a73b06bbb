import { personIdOfActor } from "~/access/actor";
import { readOnPage } from "~/change/read-permitted";
import { ok, type Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import { leadCandidatesOfPageQuery } from "./queries/incident-lead";

/** A member of the page who can lead an incident. */
export interface LeadCandidate {
  id: string;
  name: string;
  /** True for the person who asks. */
  you: boolean;
}

/** Lists those who can lead an incident of the page, by name. Failures: missing. */
export const listLeadCandidates = (ctx: Ctx, { pageId }: { pageId: string }): Promise<Result<LeadCandidate[]>> =>
  readOnPage(ctx, { pageId, role: "viewer" }, [leadCandidatesOfPageQuery(ctx, pageId)], ([rows]) => {
    const me = personIdOfActor(ctx.actor);
    return ok(rows.map((row) => ({ ...row, you: row.id === me })));
  });
