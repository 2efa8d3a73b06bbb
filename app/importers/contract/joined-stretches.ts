import type { Status } from "~/status/status";
import type { MovedMonitor } from "./move-document";

type Stretches = MovedMonitor["history"];

/** A change to a status. */
export interface StatusTurn {
  at: number;
  status: Status;
}

/** Returns stretches from turn to turn; the last one ends with the last check, as nobody knows what followed. */
export const statusSpansOfTurns = (turns: readonly StatusTurn[], until: number): Stretches =>
  turns.map(({ at, status }, index) => ({ from: at, to: turns[index + 1]?.at ?? Math.max(at, until), status }));

/** Returns stretches that are in order without empty ones, and joins those that touch and are alike. */
export function joinStatusSpans(stretches: Readonly<Stretches>): Stretches {
  const all: Stretches = [];
  for (const each of stretches) {
    const last = all.at(-1);
    if (each.to !== null && each.to <= each.from) continue;
    if (last && last.to === each.from && last.status === each.status) last.to = each.to;
    else all.push({ ...each });
  }
  return all;
}
