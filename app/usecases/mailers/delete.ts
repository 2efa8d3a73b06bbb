import { expectMailers, forgetMailer } from "~/db/queries/mailer";
import type { Ctx } from "~/platform/ctx";
import type { Result } from "~/rules/basics/failure";
import { parseInput } from "~/rules/fields/parse";
import { type MailerTarget, mailerTarget } from "~/rules/telling/mailer-input";
import type { Done } from "../change/answers";
import { permitOperatorToWrite } from "../change/ask";
import { changing } from "../change/changing";
import { commitChange } from "../change/commit";
import { findMailer } from "./find";

/** Takes a mailer away; without any other, mails wait in the outbox. Failures: conflict, missing. */
export async function deleteMailer(ctx: Ctx, given: MailerTarget): Promise<Result<Done>> {
  const may = permitOperatorToWrite(ctx);
  if (!may.ok) return may;
  const parsed = parseInput(mailerTarget, given);
  if (!parsed.ok) return parsed;
  const { commitId = ctx.id(), ...input } = parsed.value;
  return changing(ctx, async () => {
    const { row, answer } = await findMailer(ctx, commitId, input);
    if (answer) return answer;
    const { id, kind, name, fromAddress } = row;
    return commitChange(ctx, {
      pageId: null,
      id: commitId,
      guards: [expectMailers([row])],
      changes: [forgetMailer(id)],
      audit: { action: "mailer.delete", subjectKind: "mailer", subjectId: id, before: { kind, name, fromAddress } },
    });
  });
}
