import { readFileSync } from "node:fs";
import { isAlive } from "./processes";

/** Returns the resident memory of a process now, in MB; 0 = it has ended. */
export function residentOf(pid: number): number {
  if (!isAlive(pid)) return 0;
  const [, kilobytes = "0"] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
  return Number(kilobytes) / 1024;
}

/** The memory of a process at a minute of its run. */
export interface Sample {
  minute: number;
  megabytes: number;
}

/** Returns the least memory of each minute, because garbage stays until it is collected. */
const leastOfEach = (samples: readonly Sample[]): Sample[] =>
  [...Map.groupBy(samples, ({ minute }) => Math.floor(minute))].map(([minute, all]) => ({
    minute,
    megabytes: Math.min(...all.map(({ megabytes }) => megabytes)),
  }));

const median = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;

/**
 * Returns MB a minute from that minute on: the median of the slopes between any two minutes (Theil and Sen), which,
 * unlike a regression, is not changed by a single step up or down.
 */
export function growthOf(samples: readonly Sample[], from: number): number {
  const minutes = leastOfEach(samples.filter(({ minute }) => minute >= from));
  const slopes = minutes.flatMap((one, at) =>
    minutes.slice(at + 1).map((other) => (other.megabytes - one.megabytes) / (other.minute - one.minute)),
  );
  return median(slopes);
}
