import type { MonitorState, Sight, Warned } from "./monitor";

/** Days before an end at which the team is told of it again. */
const steps = [1, 7, 14, 30] as const;

/**
 * Within how many days something ends of which people are warned `from` days before: the nearest step, or `from` itself.
 * `left`: whole days until then. Null = it is over, or there is nothing to warn of yet.
 */
export function expiresWithin(left: number, from: number): number | null {
  if (left < 0 || left >= from) return null;
  return steps.find((step) => step < from && left < step) ?? from;
}

/** Servers of one name may show different certificates: a warning is taken back only after so many minutes without it. */
const forgottenAfter = 1440;

type Looked = Pick<Sight, "verdict" | "within">;

/** What was told of an end after one more result. Nearer counts at once, farther only when nothing nearer was seen for a day. */
export function warnedAfter(
  warned: Warned | undefined,
  { verdict, within }: Looked,
  minute: number,
): Warned | undefined {
  if (verdict !== "degraded") return warned;
  if (within !== undefined && (!warned || within <= warned.within)) return { within, at: minute };
  if (!warned || minute - warned.at < forgottenAfter) return warned;
  return within === undefined ? undefined : { within, at: minute };
}

/** What a monitor that stays degraded is told of: `again` as something new, `corrected` in other words and to nobody. */
export type Retold = "again" | "corrected";

type Known = Pick<MonitorState, "confirmed" | "since" | "code" | "warned">;

/** Whether what was told of it is still so. One that was degraded by it before this was kept is not told again. */
export function retold(before: Known, after: Known): Retold | null {
  const [was, is] = [before.warned?.within, after.warned?.within];
  const stays = before.confirmed === "degraded" && after.confirmed === "degraded" && before.since === after.since;
  if (!stays || was === is) return null;
  const isNews = is !== undefined && (was === undefined ? before.code !== after.code : is < was);
  return isNews ? "again" : "corrected";
}
