import { type ImportTarget, ImportToolError } from "./options.ts";

const maxTries = 6;
const answerTimeoutMs = 60_000;

/** The parts of this machine that calls of a deployment need; tests replace them. */
export interface CallingMachine {
  fetch(url: string, init: RequestInit): Promise<Response>;
  sleep(ms: number): Promise<void>;
  /** Returns a key under which a repeated request is done once. */
  newKey(): string;
}

interface Problem {
  status: number;
  code?: string;
  message?: string;
}

/** Returns what a person can do about a refusal. */
function refusalText({ url, page }: ImportTarget, { status, code, message }: Problem): string {
  if (status === 401) return `${url} does not know the API token: create one on your account page there (API tokens).`;
  if (status === 403)
    return `The API token may not import into ${page}: it needs one of an owner, without “read only”.`;
  if (status === 404) return `${url} has no page ${page} that the API token can see, or no such import.`;
  if (status === 409 && code === "busy")
    return `${message ?? "Another import is not finished."} See ${url}/manage/${page}/imports`;
  return `${url} answered ${status}: ${message ?? "no reason was given"}`;
}

const isTemporary = (status: number): boolean => status === 429 || status === 502 || status === 503 || status === 504;

/** The management API of a deployment, for one page. */
export class UpfrontApi {
  constructor(
    private readonly target: ImportTarget,
    private readonly machine: CallingMachine,
  ) {}

  /** Calls a path below the page; the same key goes with each try, so that nothing is done twice. Throws ImportToolError. */
  async call<Answer>(method: string, path: string, body?: unknown): Promise<Answer> {
    const { url, page, token } = this.target;
    const headers = {
      authorization: `Bearer ${token}`,
      "content-type": "application/json",
      "idempotency-key": this.machine.newKey(),
    };
    const sent = body === undefined ? {} : { body: JSON.stringify(body) };
    const address = `${url}/api/v1/pages/${encodeURIComponent(page)}${path}`;
    for (let tries = 1; ; tries++) {
      const answer = await this.send(address, { method, headers, ...sent }, tries);
      if (answer?.ok) return (answer.status === 204 ? null : await answer.json()) as Answer;
      const isLast = tries === maxTries;
      if (answer && (isLast || !isTemporary(answer.status))) throw new ImportToolError(await this.refusal(answer));
      await this.machine.sleep(Number(answer?.headers.get("retry-after") ?? 0) * 1000 || tries * 2000);
    }
  }

  /** Returns null when the connection was lost and it is worth another try. */
  private async send(address: string, init: RequestInit, tries: number): Promise<Response | null> {
    try {
      return await this.machine.fetch(address, {
        ...init,
        redirect: "manual",
        signal: AbortSignal.timeout(answerTimeoutMs),
      });
    } catch (error) {
      if (tries < maxTries) return null;
      const cause =
        error instanceof Error ? ((error.cause as Error | undefined)?.message ?? error.message) : String(error);
      throw new ImportToolError(
        `${this.target.url} cannot be reached (${cause}). Run this again: nothing is sent twice.`,
      );
    }
  }

  private async refusal(answer: Response): Promise<string> {
    const text = await answer.text();
    try {
      return refusalText(this.target, { ...(JSON.parse(text) as object), status: answer.status });
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
      return refusalText(this.target, { status: answer.status });
    }
  }
}
