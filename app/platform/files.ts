import type { Bindings } from "./env";
import { oncePerDeployment } from "./isolate";
import type { Log } from "./log";
import { type Meter, tryChargeFile } from "./meter";

/** Data files (catalogues, set-up texts) beside the worker; an isolate keeps what it has read. */
export interface DataFileReader {
  /** Returns what this isolate has read already; undefined = not yet. */
  kept(path: string): unknown;
  /** Returns undefined when it cannot be read now: callers have a fallback. */
  read(path: string): Promise<unknown>;
}

interface FilesContext {
  bindings: Bindings;
  meter: Meter;
  log: Log;
  now: () => number;
}

/** Time for which a file that could not be read is not requested again, in ms. */
const failedFileRetryMs = 10_000;
/** In ms; short, because a page in English is better than a late one. */
const fileTimeoutMs = 2000;

/** Holds values and not promises, because a request on Cloudflare must not await what another one started. */
const keptFiles = oncePerDeployment(() => ({ values: new Map<string, unknown>(), failed: new Map<string, number>() }));

async function fetched(assets: Fetcher | undefined, path: string): Promise<unknown> {
  if (!assets) throw new Error("there are no files");
  const answer = await assets.fetch(`https://assets.invalid${path}`, { signal: AbortSignal.timeout(fileTimeoutMs) });
  if (!answer.ok) throw new Error(`status ${answer.status}`);
  return answer.json();
}

export function makeDataFileReader({ bindings, meter, log, now }: FilesContext): DataFileReader {
  const { values, failed } = keptFiles({ bindings });
  return {
    kept: (path) => values.get(path),
    async read(path) {
      const known = values.get(path);
      if (known !== undefined || now() < (failed.get(path) ?? Number.NEGATIVE_INFINITY) + failedFileRetryMs)
        return known;
      if (!tryChargeFile(meter)) return undefined;
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
