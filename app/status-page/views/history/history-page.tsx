/** @jsxImportSource ~/html */
import { timeZoneName } from "~/i18n/zone-text";
import { daysOfTimeRange } from "~/time/days-touched";
import { monthWindow } from "~/time/months";
import type { HistoryMonthView } from "../../history/month";
import { knownShareInMonth } from "../../rules/known-days";
import type { VisiblePage } from "../../rules/seen-page";
import type { Snapshot } from "../../rules/snapshot-document";
import { PublicPageLayout } from "../frame/layout";
import type { RenderContext } from "../parts/frame";
import type { PageEvent } from "../parts/happening-days";
import { MonthPicker } from "./month-picker";
import { EventDayList } from "./months";

type HistoryMonthProps = Pick<
  HistoryMonthView,
  "month" | "after" | "rest" | "earlier" | "later" | "picker" | "beyond"
> & {
  frame: RenderContext;
  happenings: readonly PageEvent[];
};

/** Returns the path of a month's newest events, or of those after a mark. */
export const historyMonthPath = (month: string, after: string | null = null): string =>
  `/history?month=${month}${after === null ? "" : `&after=${encodeURIComponent(after)}`}`;

const hrefOf = ({ prefix }: RenderContext, month: string) => `${prefix}${historyMonthPath(month)}`;

function Beside({ frame, earlier, later }: Pick<HistoryMonthProps, "frame" | "earlier" | "later">) {
  const { t } = frame.words;
  if (earlier === null && later === null) return null;
  return (
    <nav class="months" aria-label={t("history.months")}>
      {earlier === null ? null : (
        <a href={hrefOf(frame, earlier)} rel="prev">
          {t("history.earlier", { month: frame.dates.month(earlier) })}
        </a>
      )}
      {later === null ? null : (
        <a href={hrefOf(frame, later)} rel="next">
          {t("history.later", { month: frame.dates.month(later) })}
        </a>
      )}
    </nav>
  );
}

/** Explains why the month is empty, with a link to the nearest one. */
function Beyond({ frame, beyond }: { frame: RenderContext; beyond: NonNullable<HistoryMonthProps["beyond"]> }) {
  const { t } = frame.words;
  const month = frame.dates.month(beyond.nearest);
  return (
    <>
      <p class="note">{t(`history.${beyond.side}`, { month })}</p>
      <p class="more">
        <a href={hrefOf(frame, beyond.nearest)}>{t("history.show", { month })}</a>
      </p>
    </>
  );
}

type MonthEventListProps = Pick<HistoryMonthProps, "frame" | "month" | "happenings" | "beyond"> & {
  snapshot: Snapshot;
};

const saidOf = { all: "history.none", some: "history.none_monitored", none: "field.unmonitored" } as const;

/** Lists the month's events. For an empty month it says so only as far as the month was monitored. */
function Happenings({ frame, month, happenings, beyond, snapshot }: MonthEventListProps) {
  if (beyond) return <Beyond frame={frame} beyond={beyond} />;
  const none = saidOf[knownShareInMonth(snapshot, month)];
  if (happenings.length === 0) return <p class="note">{frame.words.t(none)}</p>;
  const within = daysOfTimeRange(monthWindow(snapshot.page.timeZone, month), frame.dates.dayAt);
  return <EventDayList frame={frame} happenings={happenings} within={within} />;
}

/** Links the parts of a long month. */
function ToPart({ href, children }: { href: string | null; children: string }) {
  if (href === null) return null;
  return (
    <p class="more">
      <a href={href}>{children}</a>
    </p>
  );
}

/** Shows the events of one month, with links to all others. */
export function HistoryPage({
  frame,
  page,
  month,
  picker,
  after,
  rest,
  ...shown
}: HistoryMonthProps & { page: VisiblePage }) {
  const { t } = frame.words;
  const { timeZone } = page.snapshot.page;
  return (
    <PublicPageLayout frame={frame} page={page} back asOf>
      <h1 class="own">{t("history.heading")}</h1>
      {picker ? <MonthPicker frame={frame} month={month} picker={picker} /> : null}
      <section>
        <h2>{frame.dates.month(month)}</h2>
        {timeZone === frame.dates.zone ? null : (
          <p class="note">{t("history.zone", { zone: timeZoneName(timeZone) })}</p>
        )}
        <ToPart href={after && hrefOf(frame, month)}>{t("history.newest")}</ToPart>
        <Happenings frame={frame} month={month} {...shown} snapshot={page.snapshot} />
        <ToPart href={rest && `${frame.prefix}${historyMonthPath(month, rest)}`}>{t("history.rest")}</ToPart>
      </section>
      <Beside frame={frame} {...shown} />
    </PublicPageLayout>
  );
}
