/** @jsxImportSource ~/html */
import { timeZoneName } from "~/i18n/zone-text";
import { daysOfTimeRange } from "~/time/days-touched";
import { monthWindow } from "~/time/months";
import type { HistoryMonthView } from "../../history/month";
import { knownShareInMonth } from "../../rules/known-days";
import type { ServedPage } from "../../rules/seen-page";
import type { Snapshot } from "../../rules/snapshot-document";
import { PublicPageLayout } from "../frame/layout";
import type { RenderContext } from "../parts/frame";
import type { PageEvent } from "../parts/happening-days";
import { MonthPicker } from "./month-picker";
import { EventDaysSection } from "./months";

type HistoryMonthProps = Pick<
  HistoryMonthView,
  "month" | "component" | "after" | "rest" | "earlier" | "later" | "picker" | "beyond"
> & {
  frame: RenderContext;
  happenings: readonly PageEvent[];
};

/**
 * Returns the path of a month's newest events, or of those after a cursor; with a component, of the events that affect
 * it.
 */
export function historyMonthPath(month: string, component: string | null, after: string | null = null): string {
  const query = new URLSearchParams({
    month,
    ...(component === null ? {} : { component }),
    ...(after === null ? {} : { after }),
  });
  return `/history?${query}`;
}

/** Returns how the months of a list are linked: limited to the same component. */
const monthLinks =
  ({ frame, component }: Pick<HistoryMonthProps, "frame" | "component">) =>
  (month: string): string =>
    `${frame.prefix}${historyMonthPath(month, component)}`;

type MonthLinkProps = Pick<HistoryMonthProps, "frame" | "component">;

function Beside({ earlier, later, ...links }: MonthLinkProps & Pick<HistoryMonthProps, "earlier" | "later">) {
  const { frame } = links;
  const hrefOf = monthLinks(links);
  const { t } = frame.words;
  if (earlier === null && later === null) return null;
  return (
    <nav class="months" aria-label={t("history.months")}>
      {earlier === null ? null : (
        <a href={hrefOf(earlier)} rel="prev">
          {t("history.earlier", { month: frame.dates.month(earlier) })}
        </a>
      )}
      {later === null ? null : (
        <a href={hrefOf(later)} rel="next">
          {t("history.later", { month: frame.dates.month(later) })}
        </a>
      )}
    </nav>
  );
}

/** Explains why the month is empty, with a link to the nearest one. */
function Beyond({ beyond, ...links }: MonthLinkProps & { beyond: NonNullable<HistoryMonthProps["beyond"]> }) {
  const { frame } = links;
  const { t } = frame.words;
  const month = frame.dates.month(beyond.nearest);
  return (
    <>
      <p class="note">{t(`history.${beyond.side}`, { month })}</p>
      <p class="more">
        <a href={monthLinks(links)(beyond.nearest)}>{t("history.show", { month })}</a>
      </p>
    </>
  );
}

type MonthEventListProps = Pick<HistoryMonthProps, "frame" | "month" | "component" | "happenings" | "beyond"> & {
  snapshot: Snapshot;
};

export const emptyMonthWords = {
  all: "history.none",
  some: "history.none_monitored",
  none: "field.unmonitored",
} as const;

/** Lists the month's events. For an empty month it says so only as far as the month was monitored. */
function Happenings({ frame, month, component, happenings, beyond, snapshot }: MonthEventListProps) {
  if (beyond) return <Beyond frame={frame} component={component} beyond={beyond} />;
  const none = emptyMonthWords[knownShareInMonth(snapshot, month)];
  if (happenings.length === 0) return <p class="note">{frame.words.t(none)}</p>;
  const within = daysOfTimeRange(monthWindow(snapshot.page.timeZone, month), frame.dates.dayAt);
  return <EventDaysSection frame={frame} happenings={happenings} within={within} />;
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

type ComponentChoiceProps = Pick<HistoryMonthProps, "frame" | "month" | "component"> & { snapshot: Snapshot };

/** Filters the list by one affected component; a page with one component has no filter. */
function ComponentChoice({ frame, month, component, snapshot: { components } }: ComponentChoiceProps) {
  const { t } = frame.words;
  if (components.length < 2) return null;
  return (
    <form class="find" action={`${frame.prefix}/history`}>
      <input type="hidden" name="month" value={month} />
      <label for="component">{t("report.component")}</label>
      <select id="component" name="component">
        <option value="">{t("history.all")}</option>
        {components.map(({ id, name }) => (
          <option key={id} value={id} selected={id === component} lang={frame.written} dir="auto">
            {name}
          </option>
        ))}
      </select>
      <button type="submit">{t("report.button")}</button>
    </form>
  );
}

/** Shows the events of one month, with links to all others. */
export function HistoryPage({
  frame,
  page,
  month,
  component,
  picker,
  after,
  rest,
  ...shown
}: HistoryMonthProps & { page: ServedPage }) {
  const { t } = frame.words;
  const { snapshot } = page;
  const { timeZone } = snapshot.page;
  const hrefOf = monthLinks({ frame, component });
  return (
    <PublicPageLayout frame={frame} page={page} back asOf>
      <h1 class="own">{t("history.heading")}</h1>
      <section>
        <div class="top">
          <h2>{frame.dates.month(month)}</h2>
          {picker ? <MonthPicker frame={frame} month={month} picker={picker} hrefOf={hrefOf} /> : null}
        </div>
        <ComponentChoice frame={frame} month={month} component={component} snapshot={snapshot} />
        {timeZone === frame.dates.zone ? null : (
          <p class="note">{t("history.zone", { zone: timeZoneName(timeZone) })}</p>
        )}
        <ToPart href={after && hrefOf(month)}>{t("history.newest")}</ToPart>
        <Happenings frame={frame} month={month} component={component} {...shown} snapshot={snapshot} />
        <ToPart href={rest && `${frame.prefix}${historyMonthPath(month, component, rest)}`}>{t("history.rest")}</ToPart>
      </section>
      <Beside frame={frame} component={component} {...shown} />
    </PublicPageLayout>
  );
}
