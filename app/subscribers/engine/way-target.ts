import type { AnyChannelAdapter } from "~/channels/contract/contract";
import type { ContactWayWithAddress } from "~/notifications/rules/contact-ways";

/** An address as it was typed, or as another product shows it. */
export interface GivenWayAddress {
  text: string;
  /** Body that a webhook gets. */
  body: string;
}

/** The parsed address: the data to store, its identity and its range. */
export interface SubscriptionWayTarget {
  target: Record<string, unknown>;
  identity: string;
  /**
   * Range of addresses that strangers could vary endlessly, such as the server or the neighbouring numbers; null =
   * none.
   */
  among: string | null;
}

const bodyOf = (kind: ContactWayWithAddress, body: string) => (kind === "webhook" ? { body } : {});

function parseWebAddress(
  adapter: AnyChannelAdapter,
  kind: ContactWayWithAddress,
  { text, body }: GivenWayAddress,
  token: () => string,
): SubscriptionWayTarget | null {
  const url = URL.parse(text);
  if (url?.protocol !== "https:") return null;
  const target = { url: url.href, ...adapter.generate?.(token()), ...bodyOf(kind, body) };
  return { target, identity: url.href, among: adapter.accepts ? null : url.hostname };
}

/** Returns the target of an address; `account` = the deployment's own settings of that kind. */
export function parseWayTarget(
  adapter: AnyChannelAdapter,
  kind: ContactWayWithAddress,
  given: GivenWayAddress,
  { account, token }: { account: Record<string, unknown>; token: () => string },
): SubscriptionWayTarget | null {
  const { endpoint } = adapter;
  if (!endpoint?.typed) return parseWebAddress(adapter, kind, given, token);
  const typed = endpoint.typed(given.text, account);
  return typed && { ...typed, identity: endpoint.identity(typed.target) };
}

/** Returns the settings with which a target is used; null when the kind refuses them. */
export function completeTargetSettings(
  adapter: AnyChannelAdapter,
  account: Record<string, unknown>,
  target: object,
): Record<string, unknown> | null {
  const parsed = adapter.settings.safeParse({ ...account, ...target });
  if (!parsed.success || adapter.accepts?.(parsed.data) === false) return null;
  return parsed.data as Record<string, unknown>;
}
