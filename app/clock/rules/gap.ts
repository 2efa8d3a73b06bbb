import type { Span } from "~/status-page/timeline/rules/timeline";
import { stampAhead } from "~/time/instants";

const minute = 60_000;

/** A tick comes each minute: where for so long there is no sign of life, nobody listened; ms. */
export const unheardAfter = 90_000;

/** A tick leaves a sign where something is to be judged so soon, so that the next one knows that we listened until then. */
export const judgedSoon = 75_000;

/** Whether the next tick judges what is due at this instant. */
export const isJudgedNext = (dueAt: number, now: number): boolean => dueAt > now && dueAt <= now + judgedSoon;

/** What ticks leave behind: the stamp, and the minutes (UTC ms / 60,000) of shards that were read. */
export interface Signs {
  tickAt: number;
  shards: readonly { minute: number }[];
}

/** When a tick was at work for the last time, as far as it left a sign; a sign that lies ahead is none. */
export function lastTickAt({ tickAt, shards }: Signs, now: number): number {
  const signs = [tickAt, ...shards.map((each) => each.minute * minute)];
  return Math.max(0, ...signs.filter((at) => at <= now + stampAhead));
}

/** Whether some shard is written each minute: then that is the sign. */
export const signsEachMinute = ({ shards }: Pick<Signs, "shards">, now: number): boolean =>
  shards.some((each) => each.minute * minute > now - 2 * minute - 5000);

/**
 * The stretches up to now in which nobody listened: from one sign of life to the next one, where they are far apart.
 * Pings and deliveries of the first seconds hide none, because the stretch before them is one of its own.
 */
export function unheard(signs: readonly number[], now: number): Span[] {
  const all = [...signs.filter((at) => at < now), now].sort((one, other) => one - other);
  return all.flatMap((to, index) => {
    const from = all[index - 1];
    return from !== undefined && to - from > unheardAfter ? [{ from, to }] : [];
  });
}
