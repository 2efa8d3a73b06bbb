/** @jsxImportSource ~/html */
import type { Status } from "~/status/status";
import { hasCompleteDay } from "../../rules/recent-uptime";
import { type BarDayDetails, UptimeBars } from "./bars";
import type { RenderContext } from "./frame";
import { PublicStatusBadge, StateBadge } from "./state";

interface UptimeSummaryProps {
  frame: RenderContext;
  /** The address of its day table; null when there is none, or when links are not allowed in this place. */
  href: string | null;
  /** The name for the link; null when a heading already shows it. */
  name: string | null;
  /** Null = neither bars nor uptime are shown. */
  days: string | null;
  /** Days whose bars show details. */
  told?: readonly BarDayDetails[];
  uptime: number | null;
  /** Null = unknown: no monitor, heartbeat or rule reports it and no person has set it. */
  status: Status | null;
}

function uptimeText({ words }: RenderContext, days: string, uptime: number | null): string {
  if (uptime === null) return words.t("components.no_data");
  return hasCompleteDay(days) ? words.percent(uptime) : "–";
}

/** Shows bars, uptime and state of a component or a group. */
export function UptimeSummaryLine({ frame, href, name, days, told, uptime, status }: UptimeSummaryProps) {
  const bars = days === null ? null : <UptimeBars frame={frame} days={days} name={name} told={told ?? []} />;
  return (
    <>
      {href !== null && bars ? (
        <a class="v" href={href}>
          {bars}
        </a>
      ) : (
        bars
      )}
      {days === null ? null : <span class="u">{uptimeText(frame, days, uptime)}</span>}
      {status === null ? (
        <StateBadge letter="n">{frame.words.t("field.unmonitored")}</StateBadge>
      ) : (
        <PublicStatusBadge frame={frame} status={status} />
      )}
    </>
  );
}
