import { type SettingField, settingFields } from "~/change/adapter-settings/settings";
import { readAsOperator } from "~/change/read-permitted";
import { missingFailure, ok, type Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import { eventsAddressOf } from "./events-address";
import { mailerOf } from "./kinds/known-kinds";
import { type MailerView, settingsOf, shownSettings, viewOf } from "./mailer-view";
import { mailerById } from "./queries/mailer";
import { bounceAddressOf } from "./take-bounce";

export interface MailerDetail {
  mailer: MailerView;
  settingFields: SettingField[];
  /** Settings with masked secrets; empty when the secret that sealed them is gone and they must be entered again. */
  settings: Record<string, unknown>;
  unreadable: boolean;
  /** URL to which its service posts bounces and complaints; null = the service posts none. */
  eventsAddress: string | null;
  /** Address for bounce reports, for a mailer whose service posts none; null = the deployment receives no email. */
  bounceAddress: string | null;
}

/** Returns one mailer with its settings. For the operator. */
export const readMailer = (ctx: Ctx, { id }: { id: string }): Promise<Result<MailerDetail>> =>
  readAsOperator(ctx, [mailerById(ctx, id)], async ([[row]]) => {
    if (!row) return missingFailure;
    const adapter = mailerOf(row.kind);
    const settings = await settingsOf(ctx, row);
    return ok({
      mailer: viewOf(row),
      settingFields: adapter ? settingFields(adapter) : [],
      settings: shownSettings(row.kind, settings ?? {}),
      unreadable: settings === null,
      eventsAddress: adapter?.events ? await eventsAddressOf(ctx, id) : null,
      bounceAddress: adapter?.events ? null : bounceAddressOf(ctx),
    });
  });
