import { expectMailers, saveMailer } from "~/db/queries/mailer";
import { lookAtMail } from "~/db/queries/notice-wait";
import { mailerOf } from "~/mail/mailers";
import type { Ctx } from "~/platform/ctx";
import { ok, type Result } from "~/rules/basics/failure";
import { type UpdateMailerInput, updateMailerInput } from "~/rules/telling/mailer-input";
import { mergedSettings } from "../adapter-settings/settings";
import { type Done, missing } from "../change/answers";
import { changeOne } from "../change/change-one";
import { differences } from "../change/differences";
import { oneMailer } from "./one";
import { settingsOf, shownSettings } from "./view";

interface Named {
  kind: string;
  name: string;
  fromAddress: string;
}

/** For the audit log. */
const shown = ({ kind, name, fromAddress }: Named, settings: Record<string, unknown>) => ({
  name,
  fromAddress,
  settings: shownSettings(kind, settings),
});

/** Changes a mailer; what it was not able to send is tried again now. Failures: invalid, conflict, missing. */
export const updateMailer = (ctx: Ctx, given: UpdateMailerInput): Promise<Result<Done>> =>
  changeOne(ctx, { ...oneMailer, input: updateMailerInput }, given, async ({ row, fields }) => {
    const adapter = mailerOf(row.kind);
    if (!adapter) return missing;
    // What another secret sealed is lost: it is entered again, not added to.
    const before = (await settingsOf(ctx, row)) ?? {};
    const merged = mergedSettings(adapter, before, fields.settings ?? {});
    if (!merged.ok) return merged;
    const { name = row.name, fromAddress = row.fromAddress } = fields;
    const settingsSealed = await ctx.secrets.seal(JSON.stringify(merged.value));
    const next = { ...row, name, fromAddress, settingsSealed, updatedAt: ctx.now() };
    return ok({
      action: "mailer.update",
      guards: [expectMailers([row])],
      changes: [saveMailer(next), lookAtMail],
      ...differences(shown(row, before), shown(next, merged.value)),
      wakes: true,
    });
  });
