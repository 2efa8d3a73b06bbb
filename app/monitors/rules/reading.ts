import type { MonitorState, PlannedMonitor, Reread, Sight, Verdict } from "./monitor";

/** The number of the present way of reading answers; it grows when the same answer may lead to another verdict. */
export const reader = 2;

/** Shown for so many minutes after the upgrade. */
const shownFor = 7 * 1440;

/** What is found within so many minutes is told together. */
const toldTogether = 30;

/** Minutes since 1970 → which of these spans they are in, and when that is over, UTC ms. */
export function spanOf(minute: number): { span: number; endsAt: number } {
  const span = Math.floor(minute / toldTogether);
  return { span, endsAt: (span + 1) * toldTogether * 60_000 };
}

/** Codes that the new reading alone can find; any other failure is an outage that every version would have found. */
const newlyFound: Readonly<Record<string, readonly string[]>> = {
  http: ["text_found", "text_unread", "text_cut"],
  domain: ["client_hold", "server_hold"],
  vendor: ["text_unread"],
};

const rank: Record<Verdict, number> = { up: 0, degraded: 1, down: 2 };

function differs({ kind }: Pick<PlannedMonitor, "kind">, confirmed: Verdict, { verdict, code }: Sight): boolean {
  if (verdict === "none" || rank[verdict] > rank[confirmed]) return newlyFound[kind]?.includes(code) ?? false;
  return rank[verdict] < rank[confirmed];
}

const isOver = ({ minute }: Reread, now: number) => now < minute || now >= minute + shownFor;

/**
 * The state after a check, with what the new reading changed. It delays nothing: whatever was found counts as any finding
 * does. A check that found nothing out for a reason of any version leaves the comparison to the next one.
 */
export function withReading(
  monitor: Pick<PlannedMonitor, "kind">,
  { before, after, sight, minute }: { before: MonitorState; after: MonitorState; sight: Sight | null; minute: number },
): MonitorState {
  const { reread, ...plain } = after;
  const kept = reread && !isOver(reread, minute) ? { ...plain, reread } : plain;
  if (!sight || before.reader === reader) return kept;
  if (before.confirmed === "new") return sight.verdict === "none" ? kept : { ...kept, reader };
  if (differs(monitor, before.confirmed, sight)) {
    const { verdict: to, code, detail } = sight;
    return { ...kept, reader, reread: { from: before.confirmed, to, code, detail, minute } };
  }
  return sight.verdict === "none" ? kept : { ...kept, reader };
}
