import { MirrorError } from "./options.ts";

export interface FetchedFile {
  status: number;
  /** Media type without parameters. */
  type: string;
  /** Body; null when it is larger than the limit. */
  bytes: Buffer | null;
  /** Final address after redirects. */
  url: string;
}

/** ms */
const fetchTimeoutMs = 20_000;
const pauseMs = 1000;

const rest = (milliseconds: number) => new Promise((next) => setTimeout(next, milliseconds));

/** Stops in the middle of a body that is too large, and at once when the answer announces that. */
async function bodyOf({ headers, body }: Response, most: number): Promise<Buffer | null> {
  const isLong = Number(headers.get("content-length") ?? 0) > most;
  const reader = body?.getReader();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
    size += part.value.length;
    if (isLong || size > most) {
      await reader?.cancel();
      return null;
    }
    chunks.push(part.value);
  }
  return Buffer.concat(chunks);
}

async function once(url: string, most: number): Promise<FetchedFile> {
  const answer = await fetch(url, { headers: { "accept-language": "*" }, signal: AbortSignal.timeout(fetchTimeoutMs) });
  const type = (answer.headers.get("content-type") ?? "").split(";")[0]?.trim() ?? "";
  return { status: answer.status, type, bytes: await bodyOf(answer, most), url: answer.url };
}

/** Reads at most `most` bytes. Tries twice. Throws MirrorError when there is no answer, or only a failure. */
export async function fetchFile(url: string, most: number): Promise<FetchedFile> {
  for (let again = true; ; again = false) {
    const answer = await once(url, most).catch((error: Error) => error);
    if (!(answer instanceof Error) && answer.status < 500 && answer.status !== 429) return answer;
    if (again) {
      await rest(pauseMs);
      continue;
    }
    const why =
      answer instanceof Error ? ((answer.cause as Error | undefined)?.message ?? answer.message) : answer.status;
    throw new MirrorError(`${url} cannot be read (${why}).`);
  }
}
