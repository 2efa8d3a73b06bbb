import { priorCommit } from "~/db/queries/audit";
import { mailersInOrder } from "~/db/queries/mailer";
import { lookAtMail } from "~/db/queries/notice-wait";
import { read } from "~/db/read";
import { mailer } from "~/db/schema";
import { insertRows } from "~/db/write";
import { wakeSender } from "~/engines/telling/wake";
import { mailerOf } from "~/mail/mailers";
import type { Ctx } from "~/platform/ctx";
import { invalid, type Result } from "~/rules/basics/failure";
import { parseInput } from "~/rules/fields/parse";
import { type CreateMailerInput, createMailerInput } from "~/rules/telling/mailer-input";
import { mergedSettings } from "../adapter-settings/settings";
import { type Done, replayOf } from "../change/answers";
import { permitOperatorToWrite } from "../change/ask";
import { changing } from "../change/changing";
import { commitChange } from "../change/commit";
import { shownSettings } from "./view";

/** Adds a mailer after the others; what waited for one leaves now. Failures: invalid (unknown kind, settings). */
export async function createMailer(ctx: Ctx, given: CreateMailerInput): Promise<Result<Done>> {
  const may = permitOperatorToWrite(ctx);
  if (!may.ok) return may;
  const parsed = parseInput(createMailerInput, given);
  if (!parsed.ok) return parsed;
  const { commitId = ctx.id(), kind, name, fromAddress, settings } = parsed.value;
  const adapter = mailerOf(kind);
  if (!adapter) return invalid("kind", "No such kind of mailer.", "unknown_kind");
  const checked = mergedSettings(adapter, {}, settings);
  if (!checked.ok) return checked;
  const id = ctx.id();
  const settingsSealed = await ctx.secrets.seal(JSON.stringify(checked.value));
  const times = { createdAt: ctx.now(), updatedAt: ctx.now() };
  const done = await changing(ctx, async () => {
    const [prior, rows] = await read(ctx, priorCommit(ctx, commitId), mailersInOrder(ctx));
    const replay = replayOf(prior, null);
    if (replay) return replay;
    const position = (rows.at(-1)?.position ?? -1) + 1;
    return commitChange(ctx, {
      pageId: null,
      id: commitId,
      changes: [
        ...insertRows(mailer, [{ id, kind, name, fromAddress, position, settingsSealed, ...times }]),
        lookAtMail,
      ],
      audit: {
        action: "mailer.create",
        subjectKind: "mailer",
        subjectId: id,
        after: { kind, name, fromAddress, settings: shownSettings(kind, checked.value) },
      },
    });
  });
  if (done.ok) wakeSender(ctx);
  return done;
}
