import { mergedSettings } from "~/change/adapter-settings/settings";
import { andAlso, settingsRecord } from "~/change/and-also";
import { changeOne } from "~/change/change-one";
import type { ChangeResult } from "~/change/change-result";
import { differences } from "~/change/differences";
import { read } from "~/db/read";
import { missingFailure, ok, type Result } from "~/failures/failure";
import { lookAtMail } from "~/notifications/queries/notice-wait";
import type { Ctx } from "~/platform/ctx";
import { mailerOf } from "./kinds/known-kinds";
import { mailerAccess } from "./mailer-access";
import { settingsOf, shownSettings } from "./mailer-view";
import type { MailerRow } from "./queries/mailer";
import { expectMailers, saveMailer } from "./queries/mailer";
import { type UpdateMailerInput, updateMailerInput } from "./rules/mailer-input";

interface MailerIdentity {
  kind: string;
  name: string;
  fromAddress: string;
}

/** Returns the mailer for the audit log. */
const shown = ({ kind, name, fromAddress }: MailerIdentity, settings: Record<string, unknown>) => ({
  name,
  fromAddress,
  settings: shownSettings(kind, settings),
});

/**
 * Merges the given settings into the previous ones; settings that can no longer be opened must be entered again
 * completely.
 */
async function newSettings(ctx: Ctx, row: MailerRow, given: Record<string, unknown>) {
  const adapter = mailerOf(row.kind);
  if (!adapter) return missingFailure;
  const before = (await settingsOf(ctx, row)) ?? {};
  const merged = mergedSettings(adapter, before, given);
  return merged.ok ? ok({ before, merged: merged.value }) : merged;
}

/** Changes a mailer; emails that it could not send are tried again now. Failures: invalid, conflict, missing. */
export async function updateMailer(ctx: Ctx, given: UpdateMailerInput): Promise<Result<ChangeResult>> {
  const done = await changeOne(ctx, { ...mailerAccess, input: updateMailerInput }, given, async ({ row, fields }) => {
    const made = await newSettings(ctx, row, fields.settings ?? {});
    if (!made.ok) return made;
    const { before, merged } = made.value;
    const { name = row.name, fromAddress = row.fromAddress } = fields;
    const settingsSealed = await ctx.secrets.seal(JSON.stringify(merged));
    const next = { ...row, name, fromAddress, settingsSealed, updatedAt: ctx.now() };
    return ok({
      action: "mailer.update",
      guards: [expectMailers([row])],
      changes: [saveMailer(next), lookAtMail],
      ...differences(shown(row, before), shown(next, merged)),
      wakes: true,
    });
  });
  return andAlso(done, async () => {
    const [all] = await read(ctx, mailerAccess.row(ctx));
    const row = mailerAccess.find(all, given);
    return row ? newSettings(ctx, row, settingsRecord(given.settings)) : ok(null);
  });
}
