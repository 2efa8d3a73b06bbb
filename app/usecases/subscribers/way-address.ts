import { channelOf } from "~/notify/channels";
import type { AnyChannel } from "~/notify/contract";
import type { Ctx } from "~/platform/ctx";
import { endpointAddress } from "~/rules/telling/subscriber";
import type { OtherWay } from "~/rules/telling/ways";

/** An address that a visitor gave, ready to be told. */
export interface WayAddress {
  kind: OtherWay;
  adapter: AnyChannel;
  settings: Record<string, unknown>;
  /** How the row knows it. */
  name: string;
  /** What people know it by. */
  shown: string;
  /** Who else could be meant by it: the server, where anybody can have one. */
  host: string;
}

/** The last characters tell two addresses of one server apart, and open nothing. */
function shownUrl(url: string): string {
  const { hostname, pathname, search } = new URL(url);
  const end = `${pathname}${search}`.slice(-4);
  return end.length < 4 ? hostname : `${hostname}/…${end}`;
}

/** One address, however it was typed; null where the kind does not take it. */
export async function wayAddress(
  ctx: Ctx,
  kind: OtherWay,
  given: { url: string; body: string },
): Promise<WayAddress | null> {
  const adapter = channelOf(kind);
  const url = URL.parse(given.url)?.href;
  if (!adapter?.subscriber || url === undefined) return null;
  const parsed = adapter.settings.safeParse({ url, ...adapter.generate?.(ctx.token()), ...bodyOf(kind, given.body) });
  if (!parsed.success || new URL(url).protocol !== "https:") return null;
  if (adapter.accepts?.(parsed.data) === false) return null;
  return {
    kind,
    adapter,
    settings: parsed.data as Record<string, unknown>,
    name: endpointAddress(kind, await ctx.secrets.hash(url)),
    shown: shownUrl(url),
    host: new URL(url).hostname,
  };
}

const bodyOf = (kind: OtherWay, body: string) => (kind === "webhook" ? { body } : {});
