import { EmptyState } from "~/ui/parts/list";
import { NoticeBanner } from "~/ui/parts/notice";
import { percentText } from "~/ui/parts/share-words";
import { Tag } from "~/ui/parts/status-mark";
import { DataTable, tableCellClass } from "~/ui/parts/table";
import { allowHydrationDifference } from "~/ui/parts/time-text";
import type { UsageView } from "../read";
import { type DayCost, type DayLimits, type DeploymentSize, dayLimitNames, type MeasuredDay } from "../rules/usage";
import { useWords } from "./words/words";

function Share({ share }: { share: number }) {
  const { t, language } = useWords();
  const words = percentText(share, language);
  if (share > 1) return <Tag tone="alarm">{t("limit.over", { share: words })}</Tag>;
  return share > 0.7 ? <Tag tone="waiting">{words}</Tag> : <span>{words}</span>;
}

/** Shows a day's usage beside the amounts that the plan includes. */
export function UsageLimitTable({ cost, limits }: { cost: DayCost; limits: DayLimits }) {
  const { t, number } = useWords();
  const columns = ["day", "expected", "included", "share"] as const;
  return (
    <DataTable label={t("limit.table")} heads={columns.map((each) => t(`limit.head_${each}`))}>
      {dayLimitNames.map((name) => {
        const limit = limits[name];
        return (
          <tr key={name}>
            <th scope="row" className={`${tableCellClass} text-start font-medium`}>
              {t(`limit.${name}`)}
            </th>
            <td className={`${tableCellClass} tabular-nums`}>{number(cost[name])}</td>
            <td className={`${tableCellClass} tabular-nums`}>{limit === null ? t("limit.none") : number(limit)}</td>
            <td className={`${tableCellClass} tabular-nums`}>
              {limit === null ? "–" : <Share share={cost[name] / limit} />}
            </td>
          </tr>
        );
      })}
    </DataTable>
  );
}

/** Shows the facts from which the figures are computed. */
export function DeploymentSizePanel({ setUp, checks }: { setUp: DeploymentSize; checks: number }) {
  const { t, number } = useWords();
  const facts: [string, number][] = [
    [t("fact.pages"), setUp.pages],
    [t("fact.monitors"), setUp.monitors],
    [t("fact.checks"), checks],
    [t("fact.pings"), setUp.pingsPerDay],
    [t("fact.subscribers"), setUp.subscribers],
  ];
  return (
    <dl className="grid grid-cols-2 gap-px overflow-hidden rounded-lg border border-line bg-line sm:grid-cols-5">
      {facts.map(([name, value]) => (
        <div key={name} className="grid gap-0.5 bg-surface p-4 last:col-span-2 sm:last:col-span-1">
          <dt className="text-sm text-soft">{name}</dt>
          <dd className="text-2xl font-semibold tabular-nums">{number(value)}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Shows the measured cost of ticks by day. */
export function MeasuredUsageTable({ days }: { days: MeasuredDay[] }) {
  const { t, number } = useWords();
  if (days.length === 0) {
    return <EmptyState title={t("measured.none")} about={t("measured.none_about")} />;
  }
  const columns = ["day", "minutes", "requests", "read", "written", "rate"] as const;
  return (
    <DataTable label={t("measured.table")} heads={columns.map((each) => t(`measured.head_${each}`))}>
      {days.map((each) => (
        <tr key={each.day}>
          <th scope="row" className={`${tableCellClass} text-start font-medium whitespace-nowrap tabular-nums`}>
            {each.day}
          </th>
          <td className={`${tableCellClass} tabular-nums`}>{number(each.ticks)}</td>
          <td className={`${tableCellClass} tabular-nums`}>{number(each.requests)}</td>
          <td className={`${tableCellClass} tabular-nums`}>{number(each.read)}</td>
          <td className={`${tableCellClass} tabular-nums`}>{number(each.written)}</td>
          <td className={`${tableCellClass} whitespace-nowrap tabular-nums`}>
            {t("measured.rate", { read: each.readPerDay, written: each.writtenPerDay })}
          </td>
        </tr>
      ))}
    </DataTable>
  );
}

type TextMessageUsage = NonNullable<UsageView["texts"]>;

function Countries({ countries }: Pick<TextMessageUsage, "countries">) {
  const { t, language } = useWords();
  if (countries.length === 0) return <p>{t("texts.nowhere")}</p>;
  const names = new Intl.DisplayNames([language], { type: "region" });
  const listed = new Intl.ListFormat(language).format(countries.map((each) => names.of(each) ?? each));
  return <p {...allowHydrationDifference}>{t("texts.countries", { countries: listed })}</p>;
}

/** Shows the text messages to subscribers: the day's number, and their limits. */
export function TextMessageUsageSection({ texts: { sent, limit, over, countries } }: { texts: TextMessageUsage }) {
  const { t } = useWords();
  return (
    <div className="grid max-w-prose gap-2">
      <p>{t("texts.used", { sent, limit })}</p>
      {over === 0 ? null : <NoticeBanner tone="warning">{t("texts.over", { count: over })}</NoticeBanner>}
      <Countries countries={countries} />
      <p className="text-soft">{t("texts.about")}</p>
    </div>
  );
}

/** Shows how many views are still within the limits. */
export function RemainingViewsText({ views }: { views: number | null }) {
  const { say, number } = useWords();
  if (views === null) return null;
  return <p className="max-w-prose">{say("estimate.views", { views: <strong>{number(views)}</strong> })}</p>;
}
