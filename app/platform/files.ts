import type { Bindings } from "./env";
import { onePerDeployment } from "./isolate";
import type { Log } from "./log";
import { affordFile, type Meter } from "./meter";

/** Data that is no code (catalogues, set-up texts) lies in files beside the worker; an isolate keeps what it read. */
export interface Files {
  /** What this isolate has read already; undefined = it has not. */
  kept(path: string): unknown;
  /** Undefined = it cannot be read now: whoever asks has something that stands in for it. */
  read(path: string): Promise<unknown>;
}

interface Around {
  bindings: Bindings;
  meter: Meter;
  log: Log;
  now: () => number;
}

/** For so long a file that could not be read is not asked for again, in ms. */
const calm = 10_000;
/** In ms: a page would rather be English than late. */
const deadline = 2000;

/** Values, never promises: a request on Cloudflare must not wait for what another one began. */
const keptFiles = onePerDeployment(() => ({ values: new Map<string, unknown>(), failed: new Map<string, number>() }));

async function fetched(assets: Fetcher | undefined, path: string): Promise<unknown> {
  if (!assets) throw new Error("there are no files");
  const answer = await assets.fetch(`https://assets.invalid${path}`, { signal: AbortSignal.timeout(deadline) });
  if (!answer.ok) throw new Error(`status ${answer.status}`);
  return answer.json();
}

export function makeFiles({ bindings, meter, log, now }: Around): Files {
  const { values, failed } = keptFiles({ bindings });
  return {
    kept: (path) => values.get(path),
    async read(path) {
      const known = values.get(path);
      if (known !== undefined || now() < (failed.get(path) ?? Number.NEGATIVE_INFINITY) + calm) return known;
      if (!affordFile(meter)) return undefined;
      try {
        const value = await fetched(bindings.ASSETS, path);
        values.set(path, value);
        failed.delete(path);
        return value;
      } catch (error) {
        failed.set(path, now());
        log.error("file.unreadable", error, { path });
        return undefined;
      }
    },
  };
}
