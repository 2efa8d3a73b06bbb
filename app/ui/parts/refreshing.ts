/** Why the page in sight could not be read again. */
export type RefreshTrouble = "signed_out" | "offline" | "later";

interface Trouble {
  why: RefreshTrouble;
  /** The page that it was on. */
  pathname: string;
}

let trouble: Trouble | null = null;
/** Path and query of the data that a refresh is about to ask for; null = nothing that is asked for is a refresh. */
let expected: string | null = null;
let held = false;
const listeners = new Set<() => void>();

export const troubleNow = (): Trouble | null => trouble;

export function onTrouble(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function note(why: RefreshTrouble | null): void {
  if (trouble?.why === why && trouble?.pathname === location.pathname) return;
  trouble = why && { why, pathname: location.pathname };
  for (const listener of listeners) listener();
}

/** The last refresh failed: to the router it is still under way, and the next one takes its place. */
export const isRefreshHeld = (): boolean => held;

/** What is asked for next, at this page's address, is a refresh: called right before the router is told to. */
export function expectRefresh({ pathname, search }: Pick<Location, "pathname" | "search">): void {
  held = false;
  expected = `${pathname}.data${search}`;
}

const isData = (input: RequestInfo | URL): input is URL => input instanceof URL && input.pathname.endsWith(".data");

/** Anything else that is asked for meanwhile, such as a form's answer, takes the place of the refresh in the router. */
function isRefresh(input: RequestInfo | URL, init: RequestInit | undefined): boolean {
  if (!isData(input)) return false;
  const is = (init?.method ?? "GET") === "GET" && `${input.pathname}${input.search}` === expected;
  expected = null;
  return is;
}

const isOurs = ({ ok, headers }: Response) => ok && headers.has("x-remix-response");

/** Read to its end, as it may be cut off. Null where it is no page's data: a refusal, a failure, a page of somebody between us. */
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

/** Until the router asks for something else: then nobody waits for it any more. */
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
 * A page that reads itself again while somebody types stays as it is where that fails. The router would put its error page
 * in the place of all that is typed; so it is not told, and the page says it in one line (frame/refresh-trouble).
 */
export function holdFailedRefreshes(): void {
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
