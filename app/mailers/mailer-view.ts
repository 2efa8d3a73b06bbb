import { maskSecretSettings } from "~/change/adapter-settings/settings";
import type { Refusal } from "~/failures/refusal";
import type { Ctx } from "~/platform/ctx";
import { mailerAdapterOf } from "./kinds/known-kinds";
import type { MailerRow } from "./queries/mailer";

export interface MailerView {
  id: string;
  kind: string;
  kindTitle: string;
  name: string;
  fromAddress: string;
  position: number;
  lastSentAt: number | null;
  lastFailedAt: number | null;
  /** Server's response at the last failure. */
  lastError: Refusal | null;
  version: number;
}

/** Returns a mailer without its settings. */
export const mailerViewOf = ({ settingsSealed, createdAt, updatedAt, ...row }: MailerRow): MailerView => ({
  ...row,
  kindTitle: mailerAdapterOf(row.kind)?.title ?? row.kind,
});

/** Returns the settings; null when the secret that sealed them is gone. */
export async function openMailerSettings(
  ctx: Ctx,
  row: Pick<MailerRow, "settingsSealed">,
): Promise<Record<string, unknown> | null> {
  const text = await ctx.secrets.open(row.settingsSealed);
  return text === null ? null : (JSON.parse(text) as Record<string, unknown>);
}

/** Returns settings with masked secrets, for people and the audit log. */
export const maskMailerSettings = (kind: string, settings: Record<string, unknown>): Record<string, unknown> =>
  maskSecretSettings(mailerAdapterOf(kind), settings);
