/** Reason why the visible page could not be refreshed. */
export type RefreshFailureReason = "signed_out" | "offline" | "later";

interface RefreshFailure {
  why: RefreshFailureReason;
  /** Path of the page on which it occurred. */
  pathname: string;
}

let trouble: RefreshFailure | null = null;
/** Path and query of the data that a refresh is about to request; null = the next request is no refresh. */
let expected: string | null = null;
let held = false;
const listeners = new Set<() => void>();

export const currentRefreshFailure = (): RefreshFailure | null => trouble;

export function onRefreshFailure(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function note(why: RefreshFailureReason | null): void {
  if (trouble?.why === why && trouble?.pathname === location.pathname) return;
  trouble = why && { why, pathname: location.pathname };
  for (const listener of listeners) listener();
}

/** True after a failed refresh: the router considers it pending, and the next one replaces it. */
export const isPageKeptAfterFailedRefresh = (): boolean => held;

/** Marks the next request for this page's data as a refresh; called right before the router starts it. */
export function markNextRequestAsRefresh({ pathname, search }: Pick<Location, "pathname" | "search">): void {
  held = false;
  expected = `${pathname}.data${search}`;
}

const isData = (input: RequestInfo | URL): input is URL => input instanceof URL && input.pathname.endsWith(".data");

/** Any other request meanwhile, such as a form's, replaces the refresh in the router. */
function isRefresh(input: RequestInfo | URL, init: RequestInit | undefined): boolean {
  if (!isData(input)) return false;
  const is = (init?.method ?? "GET") === "GET" && `${input.pathname}${input.search}` === expected;
  expected = null;
  return is;
}

const isOurs = ({ ok, headers }: Response) => ok && headers.has("x-remix-response");

/**
 * Reads the response completely, because it may be cut off. Null when it is no page's data: a refusal, a failure, or a
 * page of a proxy.
 */
async function wholeOf(answer: Response): Promise<Response | null> {
  if (!isOurs(answer)) {
    note(answer.status === 401 ? "signed_out" : "later");
    return null;
  }
  const { status, statusText, headers } = answer;
  const whole = new Response(await answer.arrayBuffer(), { status, statusText, headers });
  note(null);
  return whole;
}

/** Waits until the router aborts the request for another one. */
function givenUp(signal: AbortSignal | null | undefined): Promise<never> {
  held = true;
  return new Promise((_, reject) => {
    signal?.addEventListener("abort", () => {
      held = false;
      reject(signal.reason);
    });
  });
}

/**
 * Keeps the page when its automatic refresh fails while someone types. The router would replace it, with all typed
 * values, by its error page; so the router is not told, and the page shows one line (frame/refresh-trouble).
 */
export function keepPageOnFailedRefresh(): void {
  const ask = window.fetch;
  window.fetch = async (input, init) => {
    if (!isRefresh(input, init)) {
      const answer = await ask(input, init);
      if (isData(input) && isOurs(answer)) note(null);
      return answer;
    }
    try {
      return (await wholeOf(await ask(input, init))) ?? (await givenUp(init?.signal));
    } catch (error) {
      if (init?.signal?.aborted) throw error;
      note(navigator.onLine ? "later" : "offline");
      return givenUp(init?.signal);
    }
  };
}
