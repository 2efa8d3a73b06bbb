import type { Refusal } from "~/failures/refusal";
import type { Ctx } from "~/platform/ctx";
import { channelAdapterOf } from "./kinds/known-kinds";
import type { ChannelRow } from "./queries/channel";

/** A channel without its settings, which only admins see. */
export interface ChannelView {
  id: string;
  kind: string;
  name: string;
  events: string[];
  minimumSeverity: string | null;
  componentIds: string[];
  quietFrom: string;
  quietUntil: string;
  disabledAt: number | null;
  /** Reason why it is off when no person paused it. */
  disabledReason: Refusal | null;
  version: number;
  createdAt: number;
  updatedAt: number;
}

export function channelViewOf({ pageId: _page, settingsSealed: _sealed, ...row }: ChannelRow): ChannelView {
  return row;
}

export const channelKindTitle = (kind: string): string => channelAdapterOf(kind)?.title ?? kind;

/** Returns the settings; null = the secret that sealed them is gone. */
export async function openChannelSettings(
  ctx: Ctx,
  row: Pick<ChannelRow, "settingsSealed">,
): Promise<Record<string, unknown> | null> {
  const text = await ctx.secrets.open(row.settingsSealed);
  return text === null ? null : (JSON.parse(text) as Record<string, unknown>);
}
