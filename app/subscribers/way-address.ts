import type { AnyChannelAdapter } from "~/channels/contract/contract";
import { channelAdapterOf } from "~/channels/kinds/known-kinds";
import { endpointAccountOf } from "~/notifications/engine/endpoint-account";
import type { ContactWayWithAddress } from "~/notifications/rules/contact-ways";
import type { Ctx } from "~/platform/ctx";
import { hashedEndpointAddress } from "./rules/subscriber";
import { subscriberTargetLabel } from "./target-label";

/** An address that a visitor gave, ready to use. */
export interface ContactWayAddress {
  kind: ContactWayWithAddress;
  adapter: AnyChannelAdapter;
  /** Data that is stored. */
  target: Record<string, unknown>;
  /** Complete settings, including the deployment's own. */
  settings: Record<string, unknown>;
  /** Name of the address in the row. */
  name: string;
  /** Text by which people recognise it. */
  shown: string;
  /** Range of addresses that strangers could vary endlessly: the server, or the neighbouring numbers; null = none. */
  among: string | null;
}

interface TypedAddress {
  text: string;
  body: string;
}

/** The parsed address: the data to store, its identity and its range. */
interface ParsedAddress {
  target: Record<string, unknown>;
  identity: string;
  among: string | null;
}

const bodyOf = (kind: ContactWayWithAddress, body: string) => (kind === "webhook" ? { body } : {});

function parseWebAddress(
  ctx: Ctx,
  adapter: AnyChannelAdapter,
  kind: ContactWayWithAddress,
  { text, body }: TypedAddress,
): ParsedAddress | null {
  const url = URL.parse(text);
  if (url?.protocol !== "https:") return null;
  const target = { url: url.href, ...adapter.generate?.(ctx.token()), ...bodyOf(kind, body) };
  return { target, identity: url.href, among: adapter.accepts ? null : url.hostname };
}

function parseAddress(
  ctx: Ctx,
  adapter: AnyChannelAdapter,
  kind: ContactWayWithAddress,
  given: TypedAddress,
  account: Record<string, unknown>,
): ParsedAddress | null {
  const { endpoint } = adapter;
  if (!endpoint?.typed) return parseWebAddress(ctx, adapter, kind, given);
  const typed = endpoint.typed(given.text, account);
  return typed && { ...typed, identity: endpoint.identity(typed.target) };
}

/**
 * Returns the settings including the deployment's own; null when the kind refuses them, or the deployment has no
 * account.
 */
export async function completeChannelSettings(ctx: Ctx, adapter: AnyChannelAdapter, target: object) {
  const account = await endpointAccountOf(adapter.kind)(ctx);
  const parsed = account && adapter.settings.safeParse({ ...account, ...target });
  if (!parsed?.success || adapter.accepts?.(parsed.data) === false) return null;
  return parsed.data as Record<string, unknown>;
}

/** Returns one address, however it was typed; null when the kind refuses it. */
export async function parseContactWayAddress(
  ctx: Ctx,
  kind: ContactWayWithAddress,
  given: TypedAddress,
): Promise<ContactWayAddress | null> {
  const adapter = channelAdapterOf(kind);
  const account = adapter?.subscriber ? await endpointAccountOf(kind)(ctx) : null;
  const parsed = adapter && account && parseAddress(ctx, adapter, kind, given, account);
  const settings = parsed && (await completeChannelSettings(ctx, adapter, parsed.target));
  if (!settings) return null;
  const { target, identity, among } = parsed;
  const name = hashedEndpointAddress(kind, await ctx.secrets.hash(identity));
  return { kind, adapter, target, settings, name, shown: subscriberTargetLabel(kind, target), among };
}
