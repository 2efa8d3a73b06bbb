import { personIdOfActor } from "~/access/actor";
import { readOnPage } from "~/change/read-permitted";
import { ok, type Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import { teamUnreachedReason } from "~/status-page/rules/page-duties";
import { type FirstStepsRow, firstStepsOfPageQuery } from "./queries/first-steps";
import { pageSetupOf } from "./setup-steps";

/** Steps of the set-up that a form's answer may offer as the next one, in their order. */
const offeredSteps = ["origins", "report", "alert", "team", "subscribers"] as const;

interface NextStepQuery {
  pageId: string;
  path: string;
  /** True for what reports soon without anybody's help: then its first report is no step to take. */
  reports?: boolean;
}

/**
 * Returns the path with the next step of the page's set-up in its query, or unchanged if nothing is left to set up. A
 * channel is offered while nobody would be notified of an alert. Takes one statement.
 */
export async function addNextStepToPath(ctx: Ctx, { pageId, path, reports = false }: NextStepQuery): Promise<string> {
  const [now, personId] = [ctx.now(), personIdOfActor(ctx.actor) ?? ""];
  const query = firstStepsOfPageQuery(ctx, pageId, { now, personId });
  const found: Result<FirstStepsRow | undefined> = await readOnPage(
    ctx,
    { pageId, role: "viewer" },
    [query],
    ([[facts]]) => ok(facts),
  );
  if (!found.ok || !found.value) return path;
  const done = pageSetupOf(found.value, now)?.done;
  if (!done) return path;
  const isReached = teamUnreachedReason({ ...found.value, failing: Boolean(found.value.failing) }) === null;
  const next = offeredSteps.find(
    (step) => !done[step] && !(step === "alert" && isReached) && !(step === "report" && reports),
  );
  return next ? `${path}?next=${next}` : path;
}
