import { minuteMs } from "~/time/durations";
import type {
  CheckVerdict,
  MonitorCheckResult,
  MonitorStateRecord,
  PlannedMonitor,
  UpgradeDifference,
} from "./monitor";

/** Version of our reading of responses, which is raised when the same response may lead to another verdict. */
export const answerReaderVersion = 2;

/** Minutes for which a difference is shown after the upgrade. */
const shownForMinutes = 7 * 1440;

/** Minutes whose differences are notified together. */
const digestMinutes = 30;

/** Returns the span of a minute since 1970, and the end of that span in UTC ms. */
export function upgradeDifferenceNoticeWindow(minute: number): { span: number; endsAt: number } {
  const span = Math.floor(minute / digestMinutes);
  return { span, endsAt: (span + 1) * digestMinutes * minuteMs };
}

/** Codes that only the new version finds; any other failure is an outage that every version would find. */
const newlyFound: Readonly<Record<string, readonly string[]>> = {
  http: ["text_found", "text_unread", "text_cut", "interim"],
  websocket: ["text_unread", "interim"],
  tcp: ["text_unread"],
  tls: ["client_certificate", "unusual_key"],
  domain: ["client_hold", "server_hold", "no_expiry"],
  vendor: ["text_unread", "strange_status"],
};

const rank: Record<CheckVerdict, number> = { up: 0, degraded: 1, down: 2 };

function differs(
  { kind }: Pick<PlannedMonitor, "kind">,
  confirmed: CheckVerdict,
  { verdict, code }: MonitorCheckResult,
): boolean {
  if (verdict === "none" || rank[verdict] > rank[confirmed]) return newlyFound[kind]?.includes(code) ?? false;
  return rank[verdict] < rank[confirmed];
}

const isOver = ({ minute }: UpgradeDifference, now: number) => now < minute || now >= minute + shownForMinutes;

/**
 * Returns the state after a check, with any difference of the new reading. The finding counts at once, like any other.
 * After a check that learned nothing, for a reason known to every version, the next check compares.
 */
export function withUpgradeDifference(
  monitor: Pick<PlannedMonitor, "kind">,
  {
    before,
    after,
    sight,
    minute,
  }: { before: MonitorStateRecord; after: MonitorStateRecord; sight: MonitorCheckResult | null; minute: number },
): MonitorStateRecord {
  const { reread, ...plain } = after;
  const kept = reread && !isOver(reread, minute) ? { ...plain, reread } : plain;
  if (!sight || before.reader === answerReaderVersion) return kept;
  if (before.confirmed === "new") return sight.verdict === "none" ? kept : { ...kept, reader: answerReaderVersion };
  if (differs(monitor, before.confirmed, sight)) {
    const { verdict: to, code, detail } = sight;
    return { ...kept, reader: answerReaderVersion, reread: { from: before.confirmed, to, code, detail, minute } };
  }
  return sight.verdict === "none" ? kept : { ...kept, reader: answerReaderVersion };
}
