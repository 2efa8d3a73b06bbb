import type { Config } from "~/platform/env";
import { charge, type Meter, OverBudget } from "~/platform/meter";
import type {
  Connected,
  Connection,
  ConnectTarget,
  Outbound,
  OutboundAnswer,
  OutboundFailure,
  OutboundRequest,
} from "~/platform/outbound";
import { type GuardAround, guardName, guardUrl } from "~/rules/address-guard";

/** Opens a connection of bytes; rejects when nobody is there. `cloudflare:sockets` in workerd, node:net in tests. */
export type Connect = (target: ConnectTarget) => Promise<Connection>;

interface Around {
  meter: Meter;
  config: Config;
  now: () => number;
}

const defaults = { timeout: 8000, longest: 15_000, maxBytes: 64 * 1024, mostBytes: 256 * 1024, mostRedirects: 3 };

type Reason = OutboundFailure["reason"];

const failure = (reason: Reason, code: string, detail: string, milliseconds: number): OutboundFailure => ({
  ok: false,
  reason,
  code,
  detail,
  milliseconds,
});

/** Reads at most `limit` bytes and leaves the rest unread: neither an endless nor a dripping body holds us. */
async function readSome(response: Response, limit: number): Promise<{ text: string; truncated: boolean }> {
  const reader = response.body?.getReader();
  if (!reader) return { text: "", truncated: false };
  const decoder = new TextDecoder();
  let [text, size] = ["", 0];
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return { text: text + decoder.decode(), truncated: false };
    const part = value.subarray(0, limit - size);
    size += part.byteLength;
    text += decoder.decode(part, { stream: true });
    if (size >= limit) {
      await reader.cancel().catch(() => undefined);
      return { text, truncated: true };
    }
  }
}

const isRedirect = (status: number) => [301, 302, 303, 307, 308].includes(status);

/** What may go along to another origin: nothing that says who we are. */
const harmless = new Set(["accept", "accept-language", "user-agent"]);

const withoutSecrets = (headers: Record<string, string>) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => harmless.has(name.toLowerCase())));

interface Hop {
  url: URL;
  request: OutboundRequest;
  headers: Record<string, string>;
  signal: AbortSignal;
}

const callOnce = ({ url, request: { method = "GET", body }, headers, signal }: Hop): Promise<Response> =>
  fetch(url, {
    method,
    headers: { "user-agent": "Upfront", ...headers },
    ...(body === undefined ? {} : { body }),
    redirect: "manual",
    signal,
  });

const blocked = (code: string, detail: string, spent: number) => failure("blocked", code, detail, spent);

const mayFollow = ({ method = "GET" }: OutboundRequest) => method === "GET" || method === "HEAD";

/** Follows redirects by hand, each guarded anew (quality §6 row 22). Throws what the call threw. */
async function follow(
  request: OutboundRequest,
  { meter, guard, signal, spent }: { meter: Meter; guard: GuardAround; signal: AbortSignal; spent: () => number },
): Promise<OutboundAnswer | OutboundFailure> {
  const most = mayFollow(request) ? Math.min(request.redirects ?? 0, defaults.mostRedirects) : 0;
  let { url: target, headers = {} } = request;
  for (let hops = 0; ; hops++) {
    const guarded = guardUrl(target, guard);
    if (!guarded.ok) return blocked(guarded.code, guarded.detail, spent());
    charge(meter, "subrequests", 1);
    const { url } = guarded;
    const response = await callOnce({ url, request, headers, signal });
    const location = isRedirect(response.status) ? response.headers.get("location") : null;
    if (location === null || most === 0) {
      const maxBytes = Math.min(request.maxBytes ?? defaults.maxBytes, defaults.mostBytes);
      const { text, truncated } = await readSome(response, maxBytes);
      const { status, headers: answered } = response;
      return { ok: true, status, headers: answered, text, truncated, milliseconds: spent() };
    }
    await response.body?.cancel().catch(() => undefined);
    if (hops >= most) return failure("too_many_redirects", "too_many_redirects", "It redirects too often.", spent());
    const next = URL.parse(location, url);
    if (next?.origin !== url.origin) headers = withoutSecrets(headers);
    target = next?.href ?? location;
  }
}

const isTimeout = (error: unknown) => error instanceof Error && /timeout|abort/i.test(`${error.name} ${error.message}`);

const limitOf = (timeout: number | undefined) => Math.min(timeout ?? defaults.timeout, defaults.longest);

const tooSlow = (limit: number, spent: number) =>
  failure("timeout", "timeout", `It did not answer within ${limit / 1000} s.`, spent);

/** Whatever was thrown, in words that name no secret of the address. */
function troubleOf(error: unknown, limit: number, spent: number): OutboundFailure {
  if (isTimeout(error)) return tooSlow(limit, spent);
  return failure("unreachable", "unreachable", "It could not be reached, or the connection broke.", spent);
}

const late = Symbol("late");

async function within<T>(work: Promise<T>, limit: number): Promise<T | typeof late> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const end = new Promise<typeof late>((resolve) => {
    timer = setTimeout(() => resolve(late), limit);
  });
  return Promise.race([work, end]).finally(() => clearTimeout(timer));
}

/** Cloudflare lets nothing through there; who allows a private network may have a relay in it. */
const port25 = ["port_not_allowed", "Port 25 is between mail servers and closed here: use 587 or 465."] as const;

async function connectGuarded(
  connect: Connect,
  target: ConnectTarget,
  around: Around,
  guard: GuardAround,
): Promise<Connected> {
  const begun = around.now();
  const spent = () => around.now() - begun;
  const guarded = guardName(target.host, guard);
  if (!guarded.ok) return blocked(guarded.code, guarded.detail, spent());
  if (target.port === 25 && guardName(target.host, { networks: [] }).ok) return blocked(...port25, spent());
  charge(around.meter, "subrequests", 1);
  const limit = limitOf(target.timeout);
  const opening = connect(target);
  try {
    const connection = await within(opening, limit);
    if (connection !== late) return { ok: true, connection };
    opening.then((each) => each.close()).catch(() => undefined);
    return tooSlow(limit, spent());
  } catch (error) {
    return troubleOf(error, limit, spent());
  }
}

/**
 * The one way out (spec §7): guarded addresses, time, size and redirects bounded, each hop a subrequest of the meter.
 * Never throws, but for a meter that is spent. A name that resolves to a private address is stopped by the runtime:
 * locally by workerd's own network rule, on Cloudflare because nothing private is in reach (docs/operations.md).
 */
export const makeOutbound =
  (connect: Connect) =>
  (around: Around): Outbound => {
    const own = [new URL(around.config.origin).host];
    const guard: GuardAround = { networks: around.config.networks, own };
    return {
      async fetch(request) {
        const begun = around.now();
        const spent = () => around.now() - begun;
        const limit = limitOf(request.timeout);
        const signal = AbortSignal.timeout(limit);
        try {
          return await follow(request, { meter: around.meter, guard, signal, spent });
        } catch (error) {
          if (error instanceof OverBudget) throw error;
          return troubleOf(error, limit, spent());
        }
      },
      connect: (target) => connectGuarded(connect, target, around, guard),
    };
  };
