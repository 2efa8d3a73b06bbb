import type { MovedMonitor } from "./move-document";

type Stretches = MovedMonitor["history"];

/** Returns stretches that are in order without empty ones, and joins those that touch and are alike. */
export function joinedStretches(stretches: Readonly<Stretches>): Stretches {
  const all: Stretches = [];
  for (const each of stretches) {
    const last = all.at(-1);
    if (each.to !== null && each.to <= each.from) continue;
    if (last && last.to === each.from && last.status === each.status) last.to = each.to;
    else all.push({ ...each });
  }
  return all;
}
