import { monitorUptimeText } from "./monitor-words";
import { useWords } from "./words/words";

export interface UptimeShares {
  day: number | null;
  week: number | null;
  month: number | null;
  quarter: number | null;
}

export const uptimeSpans = ["day", "week", "month", "quarter"] as const satisfies (keyof UptimeShares)[];

/** Four shares of the known time, each with its period. */
export function UptimeSharesSection({ uptime }: { uptime: UptimeShares }) {
  const words = useWords();
  const { t } = words;
  if (uptimeSpans.every((span) => uptime[span] === null))
    return <p className="text-sm text-soft">{t("uptime.none_yet")}</p>;
  return (
    <dl className="flex flex-wrap gap-x-2 gap-y-1 text-sm">
      {uptimeSpans.map((span) => (
        <div key={span} className="flex-1">
          <dt className="text-soft">
            <span className="sr-only">{t(`uptime.full_${span}`)}</span>
            <span aria-hidden="true">{t(`uptime.short_${span}`)}</span>
          </dt>
          <dd className="whitespace-nowrap tabular-nums">{monitorUptimeText(words, uptime[span])}</dd>
        </div>
      ))}
    </dl>
  );
}
