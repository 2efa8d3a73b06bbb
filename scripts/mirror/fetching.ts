import { NotMirrored } from "./options.ts";

export interface Fetched {
  status: number;
  /** Without parameters. */
  type: string;
  bytes: Buffer;
  /** Where it came from after redirects. */
  url: string;
}

/** ms */
const deadline = 20_000;
const between = 1000;

const rest = (milliseconds: number) => new Promise((next) => setTimeout(next, milliseconds));

async function once(url: string): Promise<Fetched> {
  const answer = await fetch(url, { headers: { "accept-language": "*" }, signal: AbortSignal.timeout(deadline) });
  const type = (answer.headers.get("content-type") ?? "").split(";")[0]?.trim() ?? "";
  return { status: answer.status, type, bytes: Buffer.from(await answer.arrayBuffer()), url: answer.url };
}

/** Tries twice. Throws NotMirrored where nobody answers, or only that it cannot. */
export async function get(url: string): Promise<Fetched> {
  for (let again = true; ; again = false) {
    const answer = await once(url).catch((error: Error) => error);
    if (!(answer instanceof Error) && answer.status < 500 && answer.status !== 429) return answer;
    if (again) {
      await rest(between);
      continue;
    }
    const why =
      answer instanceof Error ? ((answer.cause as Error | undefined)?.message ?? answer.message) : answer.status;
    throw new NotMirrored(`${url} cannot be read (${why}).`);
  }
}
