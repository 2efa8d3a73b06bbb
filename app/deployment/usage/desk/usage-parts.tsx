import { calendarFormats } from "~/i18n/calendar-words";
import { EmptyState } from "~/ui/parts/list";
import { NoticeBanner } from "~/ui/parts/notice";
import { percentText } from "~/ui/parts/share-words";
import { Tag } from "~/ui/parts/status-mark";
import { hydrationDifferenceProps } from "~/ui/parts/time-text";
import { ListTable, type TableColumn } from "~/ui/table/list-table";
import type { UsageView } from "../read";
import { type DayCost, type DayLimits, type DeploymentSize, dayLimitNames, type MeasuredDay } from "../rules/usage";
import { useWords } from "./words/words";

function Share({ share }: { share: number }) {
  const { t, language } = useWords();
  const words = percentText(share, language);
  if (share > 1) return <Tag tone="alarm">{t("limit.over", { share: words })}</Tag>;
  return share > 0.7 ? <Tag tone="waiting">{words}</Tag> : <span>{words}</span>;
}

/** Neither table can be sorted. */
const asItIs = { sort: { key: "day", descending: false }, params: {} };

interface LimitRow {
  id: (typeof dayLimitNames)[number];
  cost: number;
  limit: number | null;
}

/** Shows a day's usage beside the amounts that the plan includes. */
export function UsageLimitTable({ cost, limits }: { cost: DayCost; limits: DayLimits }) {
  const { t, number } = useWords();
  const columns: TableColumn<LimitRow>[] = [
    { key: "day", head: t("limit.head_day"), cell: ({ id }) => t(`limit.${id}`) },
    {
      key: "expected",
      head: t("limit.head_expected"),
      numeric: true,
      phone: "labelled",
      cell: (row) => number(row.cost),
    },
    {
      key: "included",
      head: t("limit.head_included"),
      numeric: true,
      phone: "labelled",
      cell: ({ limit }) => (limit === null ? t("limit.none") : number(limit)),
    },
    {
      key: "share",
      head: t("limit.head_share"),
      numeric: true,
      phone: "labelled",
      cell: (row) => (row.limit === null ? "–" : <Share share={row.cost / row.limit} />),
    },
  ];
  const rows = dayLimitNames.map((id): LimitRow => ({ id, cost: cost[id], limit: limits[id] }));
  return <ListTable label={t("limit.table")} columns={columns} rows={rows} view={asItIs} />;
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

type MeasuredRow = MeasuredDay & { id: string };

/** Shows the measured cost of ticks by day. */
export function MeasuredUsageTable({ days }: { days: MeasuredDay[] }) {
  const { t, number, language } = useWords();
  if (days.length === 0) {
    return <EmptyState title={t("measured.none")} about={t("measured.none_about")} />;
  }
  const counted = (key: "ticks" | "requests" | "read" | "written", head: string): TableColumn<MeasuredRow> => ({
    key,
    head,
    numeric: true,
    phone: "labelled",
    cell: (row) => number(row[key]),
  });
  const columns: TableColumn<MeasuredRow>[] = [
    {
      key: "day",
      head: t("measured.head_day"),
      cell: ({ day }) => <span {...hydrationDifferenceProps}>{calendarFormats(language).date(day)}</span>,
    },
    counted("ticks", t("measured.head_minutes")),
    counted("requests", t("measured.head_requests")),
    counted("read", t("measured.head_read")),
    counted("written", t("measured.head_written")),
    {
      key: "rate",
      head: t("measured.head_rate"),
      phone: "labelled",
      cell: ({ readPerDay, writtenPerDay }) => t("measured.rate", { read: readPerDay, written: writtenPerDay }),
    },
  ];
  const rows = days.map((each) => ({ ...each, id: each.day }));
  return <ListTable label={t("measured.table")} columns={columns} rows={rows} view={asItIs} />;
}

type TextMessageUsage = NonNullable<UsageView["texts"]>;

function Countries({ countries }: Pick<TextMessageUsage, "countries">) {
  const { t, language } = useWords();
  if (countries.length === 0) return <p>{t("texts.nowhere")}</p>;
  const names = new Intl.DisplayNames([language], { type: "region" });
  const listed = new Intl.ListFormat(language).format(countries.map((each) => names.of(each) ?? each));
  return <p {...hydrationDifferenceProps}>{t("texts.countries", { countries: listed })}</p>;
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
