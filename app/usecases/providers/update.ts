import { expectProvider, saveProvider } from "~/db/queries/provider";
import type { Ctx } from "~/platform/ctx";
import type { Result } from "~/rules/basics/failure";
import { parseInput } from "~/rules/fields/parse";
import { type UpdateProviderInput, updateProviderInput } from "~/rules/people/provider-input";
import type { Done } from "../change/answers";
import { permitOperatorToWrite } from "../change/ask";
import { changing } from "../change/changing";
import { commitChange } from "../change/commit";
import { differences } from "../change/differences";
import { findProvider } from "./view";

/** Changes a provider's name or what it knows us by; a secret that is left out stays. Failures: invalid, conflict, missing. */
export async function updateProvider(ctx: Ctx, given: UpdateProviderInput): Promise<Result<Done>> {
  const may = permitOperatorToWrite(ctx);
  if (!may.ok) return may;
  const parsed = parseInput(updateProviderInput, given);
  if (!parsed.ok) return parsed;
  const { commitId = ctx.id(), clientSecret, ...input } = parsed.value;
  const sealed = clientSecret ? await ctx.secrets.seal(clientSecret) : null;
  return changing(ctx, async () => {
    const { row, answer } = await findProvider(ctx, commitId, input);
    if (answer) return answer;
    const { name = row.name, clientId = row.clientId } = input;
    const secretSealed = sealed ?? row.secretSealed;
    const { before, after } = differences({ name: row.name, clientId: row.clientId }, { name, clientId });
    return commitChange(ctx, {
      pageId: null,
      id: commitId,
      guards: [expectProvider(row)],
      changes: [saveProvider({ ...row, name, clientId, secretSealed, updatedAt: ctx.now() })],
      audit: {
        ...{ action: "provider.update", subjectKind: "provider", subjectId: row.id },
        ...{ before: before ?? null, after: { ...after, ...(sealed ? { clientSecret: "another" } : {}) } },
      },
    });
  });
}
