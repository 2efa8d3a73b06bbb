import { channelMessageUrls } from "~/channels/contract/message-urls";
import { channelAdapterOf } from "~/channels/kinds/known-kinds";
import { readBatch } from "~/db/read";
import { mailDeploymentFactsQuery, mailersInOrderQuery } from "~/mailers/queries/mailer";
import { monitorKindOf } from "~/monitors/kinds/known-kinds";
import { demoDomain } from "~/net/private-names";
import { contactWaysWithAddress } from "~/notifications/rules/contact-ways";
import type { Ctx } from "~/platform/ctx";
import type { AddressOwner, CalledAddress } from "~/platform/outbound";
import { providersInOrderQuery } from "~/providers/queries/provider";
import { openSubscriberTarget } from "~/subscribers/target-label";
import {
  channelsInUseQuery,
  monitorsCheckedHereQuery,
  subscriberTargetsOfKindsQuery,
} from "./queries/private-addresses";

/** A setting of the team that points into a private network which is not allowed. */
export interface SettingWithBlockedAddress {
  kind: "monitor" | "channel" | "mailer" | "provider" | "heartbeat" | "self_check";
  /** Name of the object; "" for an address of which the deployment has only one. */
  name: string;
}

export interface BlockedNetworkAddresses {
  /** Subscribers whose webhook is private: they are paused. */
  subscribers: number;
  /** Value that UPFRONT_VISITOR_NETWORK_ALLOW would need. */
  visitorNetworks: string[];
  things: SettingWithBlockedAddress[];
  /** Value that UPFRONT_NETWORK_ALLOW would need. */
  networks: string[];
}

/** Returns the whole value of a setting, without the demo's names, which a start allows automatically. */
const joined = (allowed: readonly string[], missing: readonly string[]): string[] =>
  [...new Set([...allowed, ...missing])].filter((each) => !each.endsWith(demoDomain));

/** Maximum number of hosts that are looked up; the rest count as in reach. */
const maxHosts = 300;

/** Looks each host up once for its owner. */
function askingOnce(ctx: Ctx, owner: AddressOwner) {
  const outbound = ctx.outbound(owner);
  const known = new Map<string, Promise<string[]>>();
  return (address: CalledAddress): Promise<string[]> => {
    const place = address.url === undefined ? (address.host ?? "") : (URL.parse(address.url)?.origin ?? "");
    const asked = known.get(place) ?? (known.size < maxHosts ? outbound.notAllowed?.(address) : undefined);
    if (!asked) return Promise.resolve([]);
    known.set(place, asked);
    return asked;
  };
}

interface SettingWithAddresses extends SettingWithBlockedAddress {
  addresses: CalledAddress[];
}

interface SealedSettingsRow {
  name: string;
  kind: string;
  settingsSealed: string;
}

type Settings = Record<string, unknown>;

/** Returns the addresses that settings of a kind call; none when the settings can no longer be opened. */
async function placed(
  ctx: Ctx,
  kind: SettingWithBlockedAddress["kind"],
  { name, settingsSealed }: SealedSettingsRow,
  addresses: (settings: Settings) => CalledAddress[],
): Promise<SettingWithAddresses> {
  const text = await ctx.secrets.open(settingsSealed);
  try {
    return { kind, name, addresses: text === null ? [] : addresses(JSON.parse(text) as Settings) };
  } catch {
    return { kind, name, addresses: [] };
  }
}

const monitorAddresses = (kind: string) => (settings: Settings) => {
  const adapter = monitorKindOf(kind);
  const isOurs = adapter && adapter.from !== "agent" && adapter.from !== "reported";
  return isOurs ? adapter.addresses(adapter.settings.parse(settings)) : [];
};

const channelAddresses = (kind: string) => (settings: Settings) => {
  const adapter = channelAdapterOf(kind);
  return adapter ? channelMessageUrls(adapter, adapter.settings.parse(settings)).map((url) => ({ url })) : [];
};

const text = (value: unknown): string[] => (typeof value === "string" && value !== "" ? [value] : []);

const mailerAddresses = ({ host, baseUrl }: Settings): CalledAddress[] => [
  ...text(host).map((each) => ({ host: each })),
  ...text(baseUrl).map((url) => ({ url })),
];

async function ownAddress(
  ctx: Ctx,
  kind: SettingWithBlockedAddress["kind"],
  sealed: string | null,
): Promise<SettingWithAddresses> {
  const url = sealed === null ? null : await ctx.secrets.open(sealed);
  return { kind, name: "", addresses: url === null ? [] : [{ url }] };
}

async function placesOfTeam(ctx: Ctx): Promise<SettingWithAddresses[]> {
  const [monitors, channels, mailers, providers, [facts]] = await readBatch(
    ctx,
    monitorsCheckedHereQuery(ctx),
    channelsInUseQuery(ctx),
    mailersInOrderQuery(ctx),
    providersInOrderQuery(ctx),
    mailDeploymentFactsQuery(ctx),
  );
  return Promise.all([
    ...monitors.map((each) => placed(ctx, "monitor", each, monitorAddresses(each.kind))),
    ...channels.map((each) => placed(ctx, "channel", each, channelAddresses(each.kind))),
    ...mailers.map((each) => placed(ctx, "mailer", each, mailerAddresses)),
    ...providers.map(
      ({ name, issuer }): SettingWithAddresses => ({ kind: "provider", name, addresses: [{ url: issuer }] }),
    ),
    ownAddress(ctx, "heartbeat", facts?.heartbeatSealed ?? null),
    ownAddress(ctx, "self_check", facts?.selfCheckSealed ?? null),
  ]);
}

async function teamsOutOfReach(ctx: Ctx): Promise<Pick<BlockedNetworkAddresses, "things" | "networks">> {
  const ask = askingOnce(ctx, "team");
  const found = await Promise.all(
    (await placesOfTeam(ctx)).map(async ({ addresses, ...thing }) => ({
      thing,
      missing: (await Promise.all(addresses.map(ask))).flat(),
    })),
  );
  const away = found.filter(({ missing }) => missing.some((each) => !each.endsWith(demoDomain)));
  const networks = joined(
    ctx.config.networks,
    away.flatMap(({ missing }) => missing),
  );
  return { things: away.map(({ thing }) => thing), networks };
}

/** Channels whose address may be any server: the others have a fixed address of their vendor. */
const anywhere = contactWaysWithAddress.filter((way) => {
  const adapter = channelAdapterOf(way);
  return adapter?.subscriber && !adapter.accepts && !adapter.endpoint;
});

async function visitorsOutOfReach(ctx: Ctx): Promise<Pick<BlockedNetworkAddresses, "subscribers" | "visitorNetworks">> {
  const ask = askingOnce(ctx, "visitor");
  const [rows] = await readBatch(ctx, subscriberTargetsOfKindsQuery(ctx, anywhere));
  const found = await Promise.all(
    rows.map(async (row) => {
      const url = (await openSubscriberTarget(ctx, row))?.url;
      return typeof url === "string" ? ask({ url }) : [];
    }),
  );
  const away = found.filter((missing) => missing.length > 0);
  return { subscribers: away.length, visitorNetworks: joined(ctx.config.visitorNetworks, away.flat()) };
}

/**
 * Finds addresses in private networks that are not allowed. This is only done on one machine, because Cloudflare
 * reaches no private network. Takes two round trips, and a look-up for each host.
 */
export async function findBlockedNetworkAddresses(ctx: Ctx): Promise<BlockedNetworkAddresses> {
  if (ctx.config.onCloudflare) return { subscribers: 0, visitorNetworks: [], things: [], networks: [] };
  const [team, visitors] = await Promise.all([teamsOutOfReach(ctx), visitorsOutOfReach(ctx)]);
  return { ...team, ...visitors };
}
