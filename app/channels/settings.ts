import { mergeAdapterSettings, usableAdapterSettings } from "~/change/adapter-settings/settings";
import { readBatch } from "~/db/read";
import { hostsOfPagesQuery } from "~/deployment/queries/deployment";
import { combinedFailure, invalidFieldFailure, type Result } from "~/failures/failure";
import { type AddressGuardOptions, checkOutboundUrl } from "~/net/address-guard";
import type { Ctx } from "~/platform/ctx";
import type { AnyChannelAdapter } from "./contract/contract";
import { channelMessageUrls } from "./contract/message-urls";

type Settings = Record<string, unknown>;

/** Returns the setting that contains the address, for the message beside its field. */
function fieldOfAddress(settings: Settings, address: string): string {
  const found = Object.entries(settings).find(([, value]) => typeof value === "string" && address.startsWith(value));
  return found ? `settings.${found[0]}` : "settings";
}

/** Returns why addresses of valid settings may not be called, beside their fields. */
export const channelAddressRefusals = (adapter: AnyChannelAdapter, settings: Settings, around: AddressGuardOptions) =>
  channelMessageUrls(adapter, adapter.settings.parse(settings)).flatMap((url) => {
    const guarded = checkOutboundUrl(url, around);
    return guarded.ok ? [] : [invalidFieldFailure(fieldOfAddress(settings, url), guarded.detail, guarded.code)];
  });

/**
 * Merges the given settings into the previous ones; they must be valid for the kind, and all addresses must be allowed.
 * Failure: invalid, with the code of the address guard.
 */
export async function checkChannelSettings(
  ctx: Ctx,
  adapter: AnyChannelAdapter,
  before: Settings,
  given: Settings,
): Promise<Result<Settings>> {
  const merged = mergeAdapterSettings(adapter, before, given);
  const usable = usableAdapterSettings(adapter, before, given);
  if (!usable) return merged;
  const [hosts] = await readBatch(ctx, hostsOfPagesQuery(ctx));
  const own = [new URL(ctx.config.origin).host, ...hosts.flatMap(({ host }) => host ?? [])];
  const around = { networks: ctx.config.networks, namesOnly: ctx.config.onCloudflare, own };
  return combinedFailure(merged, ...channelAddressRefusals(adapter, usable, around)) ?? merged;
}
