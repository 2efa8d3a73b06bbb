import { type AlertSeverity, isSevereEnough } from "~/status/severity";

/** What a channel was told to hear of. */
export interface ChannelChoice {
  minimumSeverity: string | null;
  /** Empty = of all. */
  componentIds: readonly string[];
}

/** What a message is about; no components = about none in particular. */
export interface ChannelNews {
  severity: AlertSeverity | null;
  componentIds: readonly string[];
}

/** Whether it is sent there, once the channel wants its event. */
export function channelWants(choice: ChannelChoice, { severity, componentIds }: ChannelNews): boolean {
  if (!isSevereEnough(severity, choice.minimumSeverity)) return false;
  const all = choice.componentIds.length === 0 || componentIds.length === 0;
  return all || componentIds.some((id) => choice.componentIds.includes(id));
}
