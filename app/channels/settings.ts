import { mergeAdapterSettings, usableAdapterSettings } from "~/change/adapter-settings/settings";
import { readBatch } from "~/db/read";
import { hostsOfPagesQuery } from "~/deployment/queries/deployment";
import { combinedFailure, invalidField, type Result } from "~/failures/failure";
import { checkOutboundUrl } from "~/net/address-guard";
import type { Ctx } from "~/platform/ctx";
import type { AnyChannelAdapter } from "./contract/contract";
import type { SubscriberMessage, TeamMessage } from "./contract/messages";

type Settings = Record<string, unknown>;

const nowhere = { id: "", name: "", url: "", status: null };
const link = { text: "", url: "" };

/** Messages that are only composed, to find the addresses that would be called. */
const teamProbe: TeamMessage = {
  id: "",
  event: "test",
  at: 0,
  page: nowhere,
  title: "",
  text: "",
  severity: null,
  impact: null,
  impactNow: null,
  alarm: true,
  link,
  facts: [],
  thread: null,
};
const subscriberProbe: SubscriberMessage = {
  id: "",
  event: "proof",
  at: 0,
  page: nowhere,
  language: "en",
  title: "",
  status: null,
  impact: null,
  impactNow: null,
  text: "",
  components: [],
  window: null,
  link,
  manage: link,
  thread: null,
};

/** Returns every address to which messages would be sent. */
export function channelMessageUrls({ team, subscriber }: AnyChannelAdapter, settings: unknown): string[] {
  const common = { settings, state: null, now: 0 };
  const calls = [
    ...(team?.({ ...common, message: teamProbe }) ?? []),
    ...(subscriber?.({ ...common, message: subscriberProbe }) ?? []),
  ];
  return [...new Set(calls.map(({ url }) => url))];
}

/** Returns the setting that contains the address, for the message beside its field. */
function fieldOfAddress(settings: Settings, address: string): string {
  const found = Object.entries(settings).find(([, value]) => typeof value === "string" && address.startsWith(value));
  return found ? `settings.${found[0]}` : "settings";
}

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
  const refused = channelMessageUrls(adapter, adapter.settings.parse(usable)).flatMap((url) => {
    const guarded = checkOutboundUrl(url, around);
    return guarded.ok ? [] : [invalidField(fieldOfAddress(usable, url), guarded.detail, guarded.code)];
  });
  return combinedFailure(merged, ...refused) ?? merged;
}
