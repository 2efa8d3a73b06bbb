import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

setFlagsFromString("--expose-gc");
const collectGarbage: () => void = runInNewContext("gc");

/** Bytes that are still needed: what only waits to be collected is luck. */
export function heapInUse(): number {
  collectGarbage();
  return process.memoryUsage().heapUsed;
}
