import { permitOperator } from "~/access/permission";
import { type SettingField, settingFields } from "~/change/adapter-settings/settings";
import { missing } from "~/change/answers";
import { read } from "~/db/read";
import { ok, type Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import { eventsAddressOf } from "./events-address";
import { mailerOf } from "./kinds/known-kinds";
import { mailerById } from "./queries/mailer";
import { bounceAddressOf } from "./take-bounce";
import { type MailerView, settingsOf, shownSettings, viewOf } from "./view";

export interface MailerDetail {
  mailer: MailerView;
  settingFields: SettingField[];
  /** Secrets struck out; empty when they were sealed with another secret and must be entered again. */
  settings: Record<string, unknown>;
  unreadable: boolean;
  /** Where its service tells of bounces and complaints; null = it tells none. */
  eventsAddress: string | null;
  /** Of one that tells none: where reports of mail servers about bounces are taken; null = no email comes in here. */
  bounceAddress: string | null;
}

/** One mailer with its settings. For the operator. */
export async function readMailer(ctx: Ctx, { id }: { id: string }): Promise<Result<MailerDetail>> {
  const may = permitOperator(ctx.actor);
  if (!may.ok) return may;
  const [[row]] = await read(ctx, mailerById(ctx, id));
  if (!row) return missing;
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
}
