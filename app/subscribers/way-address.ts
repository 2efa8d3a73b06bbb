import type { AnyChannel } from "~/channels/contract/contract";
import { channelOf } from "~/channels/kinds/known-kinds";
import { accountOf } from "~/notifications/engine/endpoint-account";
import type { OtherWay } from "~/notifications/rules/ways";
import type { Ctx } from "~/platform/ctx";
import { endpointAddress } from "./rules/subscriber";
import { shownTarget } from "./shown-target";

/** An address that a visitor gave, ready to be told. */
export interface WayAddress {
  kind: OtherWay;
  adapter: AnyChannel;
  /** What is kept of it. */
  target: Record<string, unknown>;
  /** With what is the deployment's: whole. */
  settings: Record<string, unknown>;
  /** How the row knows it. */
  name: string;
  /** What people know it by. */
  shown: string;
  /** Who else could be meant by it: the server, where anybody can have one, or the numbers beside it; null = nobody. */
  among: string | null;
}

interface Given {
  text: string;
  body: string;
}

/** What is given, understood: what is kept of it, what names it, and among what it is one. */
interface Understood {
  target: Record<string, unknown>;
  identity: string;
  among: string | null;
}

const bodyOf = (kind: OtherWay, body: string) => (kind === "webhook" ? { body } : {});

function webAddress(ctx: Ctx, adapter: AnyChannel, kind: OtherWay, { text, body }: Given): Understood | null {
  const url = URL.parse(text);
  if (url?.protocol !== "https:") return null;
  const target = { url: url.href, ...adapter.generate?.(ctx.token()), ...bodyOf(kind, body) };
  return { target, identity: url.href, among: adapter.accepts ? null : url.hostname };
}

function understood(
  ctx: Ctx,
  adapter: AnyChannel,
  kind: OtherWay,
  given: Given,
  account: Record<string, unknown>,
): Understood | null {
  const { endpoint } = adapter;
  if (!endpoint?.typed) return webAddress(ctx, adapter, kind, given);
  const typed = endpoint.typed(given.text, account);
  return typed && { ...typed, identity: endpoint.identity(typed.target) };
}

/** The same with what is the deployment's; null where the kind does not take it, or the deployment has no account. */
export async function settingsWith(ctx: Ctx, adapter: AnyChannel, target: object) {
  const account = await accountOf(adapter.kind)(ctx);
  const parsed = account && adapter.settings.safeParse({ ...account, ...target });
  if (!parsed?.success || adapter.accepts?.(parsed.data) === false) return null;
  return parsed.data as Record<string, unknown>;
}

/** One address, however it was typed; null where the kind does not take it. */
export async function wayAddress(ctx: Ctx, kind: OtherWay, given: Given): Promise<WayAddress | null> {
  const adapter = channelOf(kind);
  const account = adapter?.subscriber ? await accountOf(kind)(ctx) : null;
  const found = adapter && account && understood(ctx, adapter, kind, given, account);
  const settings = found && (await settingsWith(ctx, adapter, found.target));
  if (!settings) return null;
  const { target, identity, among } = found;
  const name = endpointAddress(kind, await ctx.secrets.hash(identity));
  return { kind, adapter, target, settings, name, shown: shownTarget(kind, target), among };
}
