import { endSessionsBy, expectProvider, forgetIdentitiesOf, forgetProvider } from "~/db/queries/provider";
import type { Ctx } from "~/platform/ctx";
import type { Result } from "~/rules/basics/failure";
import { parseInput } from "~/rules/fields/parse";
import { type ProviderTarget, providerTarget } from "~/rules/people/provider-input";
import type { Done } from "../change/answers";
import { permitOperatorToWrite } from "../change/ask";
import { changing } from "../change/changing";
import { commitChange } from "../change/commit";
import { findProvider, viewOf } from "./view";

/**
 * Takes a provider away. Nobody signs in by it any more, and who could is signed out everywhere, but for the session that
 * asks. Failures: conflict, missing.
 */
export async function deleteProvider(ctx: Ctx, given: ProviderTarget): Promise<Result<Done>> {
  const may = permitOperatorToWrite(ctx);
  if (!may.ok) return may;
  const parsed = parseInput(providerTarget, given);
  if (!parsed.ok) return parsed;
  const { commitId = ctx.id(), ...input } = parsed.value;
  const kept = ctx.actor.kind === "person" ? ctx.actor.sessionId : "";
  return changing(ctx, async () => {
    const { row, answer } = await findProvider(ctx, commitId, input);
    if (answer) return answer;
    const { id, version: _version, ...before } = viewOf(row);
    return commitChange(ctx, {
      pageId: null,
      id: commitId,
      guards: [expectProvider(row)],
      changes: [endSessionsBy(id, kept), forgetIdentitiesOf(id), forgetProvider(id)],
      audit: { action: "provider.delete", subjectKind: "provider", subjectId: id, before },
    });
  });
}
