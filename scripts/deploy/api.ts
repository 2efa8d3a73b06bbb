import { minuteMs } from "../../app/time/durations.ts";
import { DeployError } from "./deploy-error.ts";

/** An error answer of the API; `code` is Cloudflare's own. */
export class CloudflareApiError extends DeployError {
  readonly status: number;
  readonly code: number | null;

  constructor(what: string, status: number, code: number | null, message: string) {
    super(`${what}: Cloudflare answered ${status}${message ? `, “${message}”` : ""}. Nothing further was done.`);
    this.status = status;
    this.code = code;
  }
}

interface ApiEnvelope {
  success?: boolean;
  result?: unknown;
  errors?: { code?: number; message?: string }[];
}

export interface ApiCallOptions {
  method?: string;
  body?: object;
  /** Description of the failed request for people: "The databases could not be listed". */
  what: string;
}

/**
 * The REST API of one account. A failure or an unreadable response throws, and is never treated as an empty response.
 */
export interface CloudflareApi {
  account: string;
  /** Calls the API; `path` starts after the account. Throws CloudflareApiError. */
  ask<T>(path: string, ask: ApiCallOptions): Promise<T>;
  /** Does the same for a list. */
  list<T>(path: string, what: string): Promise<T[]>;
  /** Lists zones, or objects in a zone. `path` is the part after `/zones`. */
  zones<T>(path: string, what: string): Promise<T[]>;
  /** Reads an object. Returns null if the API reports by 404 and one of these codes that it does not exist. */
  find<T>(path: string, codes: readonly number[], what: string): Promise<T | null>;
}

const apiTimeoutMs = minuteMs;

const base = (env: NodeJS.ProcessEnv) => env.CLOUDFLARE_API_BASE_URL ?? "https://api.cloudflare.com/client/v4";

function read(text: string): ApiEnvelope | null {
  try {
    return JSON.parse(text) as ApiEnvelope;
  } catch {
    return null;
  }
}

async function call(
  url: string,
  headers: Record<string, string>,
  { method = "GET", body, what }: ApiCallOptions,
): Promise<unknown> {
  const init = {
    method,
    headers: { ...headers, "content-type": "application/json" },
    signal: AbortSignal.timeout(apiTimeoutMs),
  };
  const answer = await fetch(url, { ...init, ...(body ? { body: JSON.stringify(body) } : {}) }).catch((error) => {
    throw new DeployError(
      `${what}: Cloudflare could not be reached (${(error as Error).message}). Nothing further was done.`,
    );
  });
  const envelope = read(await answer.text().catch(() => ""));
  if (answer.ok && envelope?.success === true) return envelope.result;
  const [first] = envelope?.errors ?? [];
  throw new CloudflareApiError(what, answer.status, first?.code ?? null, first?.message ?? "");
}

/** Makes a call that belongs to no account. */
export const callCloudflare = <T>(headers: Record<string, string>, path: string, ask: ApiCallOptions): Promise<T> =>
  call(`${base(process.env)}${path}`, headers, ask) as Promise<T>;

function listOf<T>(found: unknown, what: string): T[] {
  if (Array.isArray(found)) return found as T[];
  throw new CloudflareApiError(what, 200, null, "no list");
}

export function openCloudflareApi(headers: Record<string, string>, account: string): CloudflareApi {
  const ask = <T>(path: string, asked: ApiCallOptions) =>
    callCloudflare<T>(headers, `/accounts/${account}${path}`, asked);
  return {
    account,
    ask,
    list: async <T>(path: string, what: string) => listOf<T>(await ask(path, { what }), what),
    zones: async <T>(path: string, what: string) =>
      listOf<T>(await callCloudflare(headers, `/zones${path}`, { what }), what),
    async find<T>(path: string, codes: readonly number[], what: string) {
      try {
        const found = await ask<T | null>(path, { what });
        if (found === null) throw new CloudflareApiError(what, 200, null, "nothing");
        return found;
      } catch (error) {
        if (error instanceof CloudflareApiError && error.status === 404 && codes.includes(error.code ?? 0)) return null;
        throw error;
      }
    },
  };
}
