import { expectMailers, saveMailer } from "~/db/queries/mailer";
import { lookAtMail } from "~/db/queries/notice-wait";
import { wakeSender } from "~/engines/telling/wake";
import { mailerOf } from "~/mail/mailers";
import type { Ctx } from "~/platform/ctx";
import type { Result } from "~/rules/basics/failure";
import { parseInput } from "~/rules/fields/parse";
import { type UpdateMailerInput, updateMailerInput } from "~/rules/telling/mailer-input";
import { mergedSettings } from "../adapter-settings/settings";
import { type Done, missing } from "../change/answers";
import { permitOperatorToWrite } from "../change/ask";
import { changing } from "../change/changing";
import { commitChange } from "../change/commit";
import { differences } from "../change/differences";
import { findMailer } from "./find";
import { settingsOf, shownSettings } from "./view";

/** Changes a mailer; what it was not able to send is tried again now. Failures: invalid, conflict, missing. */
export async function updateMailer(ctx: Ctx, given: UpdateMailerInput): Promise<Result<Done>> {
  const may = permitOperatorToWrite(ctx);
  if (!may.ok) return may;
  const parsed = parseInput(updateMailerInput, given);
  if (!parsed.ok) return parsed;
  const { commitId = ctx.id(), settings = {}, ...input } = parsed.value;
  const done = await changing(ctx, async () => {
    const { row, answer } = await findMailer(ctx, commitId, input);
    if (answer) return answer;
    const adapter = mailerOf(row.kind);
    if (!adapter) return missing;
    // What another secret sealed is lost: it is entered again, not added to.
    const before = (await settingsOf(ctx, row)) ?? {};
    const merged = mergedSettings(adapter, before, settings);
    if (!merged.ok) return merged;
    const { name = row.name, fromAddress = row.fromAddress } = input;
    const settingsSealed = await ctx.secrets.seal(JSON.stringify(merged.value));
    const shown = (fields: { name: string; fromAddress: string }, of: Record<string, unknown>) => ({
      name: fields.name,
      fromAddress: fields.fromAddress,
      settings: shownSettings(row.kind, of),
    });
    return commitChange(ctx, {
      pageId: null,
      id: commitId,
      guards: [expectMailers([row])],
      changes: [saveMailer({ ...row, name, fromAddress, settingsSealed, updatedAt: ctx.now() }), lookAtMail],
      audit: {
        action: "mailer.update",
        subjectKind: "mailer",
        subjectId: row.id,
        ...differences(shown(row, before), shown({ name, fromAddress }, merged.value)),
      },
    });
  });
  if (done.ok) wakeSender(ctx);
  return done;
}
