import { importedChannelSettings } from "~/channels/contract/imported-settings";
import { channelAdapterOf } from "~/channels/kinds/known-kinds";
import type { AddressGuardOptions } from "~/net/address-guard";
import type { MovedChannel } from "../../rules/moved-channel";

type OwnSettings = Parameters<typeof importedChannelSettings>[3];

/** Returns a channel's settings as its kind here takes them; null when it does not, or an address may not be called. */
export function settingsOfMovedChannel(
  { kind, settings }: Pick<MovedChannel, "kind" | "settings">,
  around: AddressGuardOptions,
  own: OwnSettings,
): Record<string, unknown> | null {
  const adapter = channelAdapterOf(kind);
  return adapter?.team ? importedChannelSettings(adapter, settings, around, own) : null;
}
