import { masked } from "~/change/adapter-settings/settings";
import type { Refusal } from "~/failures/refusal";
import type { Ctx } from "~/platform/ctx";
import { mailerOf } from "./kinds/known-kinds";
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
  /** Server response when it failed last. */
  lastError: Refusal | null;
  version: number;
}

/** Without its settings. */
export const viewOf = ({ settingsSealed, createdAt, updatedAt, ...row }: MailerRow): MailerView => ({
  ...row,
  kindTitle: mailerOf(row.kind)?.title ?? row.kind,
});

/** null when they were sealed with a secret that is gone. */
export async function settingsOf(
  ctx: Ctx,
  row: Pick<MailerRow, "settingsSealed">,
): Promise<Record<string, unknown> | null> {
  const text = await ctx.secrets.open(row.settingsSealed);
  return text === null ? null : (JSON.parse(text) as Record<string, unknown>);
}

/** For people and the audit log: secrets struck out. */
export const shownSettings = (kind: string, settings: Record<string, unknown>): Record<string, unknown> =>
  masked(mailerOf(kind), settings);
