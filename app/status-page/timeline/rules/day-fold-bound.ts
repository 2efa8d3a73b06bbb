import { type StatusByLayer, statusLayers } from "~/status/status";
import { type ComponentFold, type DayFold, statusSegmentsFromFold } from "./day-fold";
import { beginningOfTime, type LayerStatusStep } from "./layer-steps";
import type { StatusSegment } from "./timeline";

/** Most steps of a page's fold, and how many of the latest are left when there are more. */
export const maxDayFoldSteps = 4000;
const usual = { most: maxDayFoldSteps, left: 2000 };

const stepsIn = ({ steps }: ComponentFold) => statusLayers.flatMap((layer) => (steps[layer] ?? []).slice(1));

/** Returns the total length of each status, with the last segment where it was. */
function summedUp(segments: readonly StatusSegment[]): StatusSegment[] {
  const last = segments.at(-1);
  let from = segments[0]?.from ?? 0;
  const lengths = new Map<StatusSegment["status"], number>();
  for (const each of segments.slice(0, -1)) {
    lengths.set(each.status, (lengths.get(each.status) ?? 0) + each.to - each.from);
  }
  const sums = [...lengths].map(([status, length]) => {
    const sum = { from, to: from + length, status };
    from = sum.to;
    return sum;
  });
  return last ? [...sums, last] : sums;
}

/** Returns the steps after an instant, preceded by the last one before it, which then has no beginning. */
function stepsAfter(steps: readonly LayerStatusStep[], until: number): LayerStatusStep[] {
  const [last] = steps.filter(({ at }) => at <= until).slice(-1);
  const base = { at: beginningOfTime, status: last?.status ?? null };
  return [base, ...steps.filter(({ at }) => at > until)];
}

function sumUp(fold: ComponentFold, current: StatusByLayer, from: number, until: number): ComponentFold {
  const segments = statusSegmentsFromFold(fold, { from, to: until, current, startAt: from, stopped: [] });
  const steps = statusLayers.flatMap((layer) => {
    const own = fold.steps[layer];
    return own ? [[layer, stepsAfter(own, until)] as const] : [];
  });
  return {
    steps: Object.fromEntries(steps),
    past: { until, segments: summedUp(segments), assumed: current },
  };
}

/** Returns true when steps before that instant can be summed up; the existing sum must lie before it. */
const isLong = (fold: ComponentFold, until: number) =>
  (fold.past?.until ?? beginningOfTime) < until && stepsIn(fold).some(({ at }) => at <= until);

/**
 * Returns the fold with a maximum number of steps. Older steps are summed up, but not beyond `until`: the present, the
 * end of the open day's first day (days are summed one by one), or a period without checks. Components with unknown
 * layers stay as they are.
 */
export function limitDayFold(
  fold: DayFold,
  layersOf: ReadonlyMap<string, StatusByLayer>,
  until: number,
  limit = usual,
): DayFold {
  const known = [...fold.components].filter(([id]) => layersOf.has(id));
  const instants = known.flatMap(([, each]) => stepsIn(each).map(({ at }) => at));
  if (instants.length <= limit.most) return fold;
  const oldest = instants.sort((one, other) => one - other)[instants.length - limit.left - 1] ?? until;
  const end = Math.min(oldest, until);
  if (end <= fold.from) return fold;
  const components = new Map(fold.components);
  for (const [id, each] of known) {
    const current = layersOf.get(id);
    if (current && isLong(each, end)) components.set(id, sumUp(each, current, fold.from, end));
  }
  return { ...fold, components };
}
