import { collectGarbage } from "../support/heap";

/** Bytes that are still needed: what only waits to be collected is luck. */
export function heapInUse(): number {
  collectGarbage();
  return process.memoryUsage().heapUsed;
}
