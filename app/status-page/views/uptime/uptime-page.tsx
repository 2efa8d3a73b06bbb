/** @jsxImportSource ~/html */
import { calendarFormats } from "~/i18n/calendar-words";
import type { Words } from "~/i18n/words";
import { timeZoneName } from "~/i18n/zone-text";
import { dayOf, nextDayStart } from "~/time/day";
import {
  maxReportYears,
  type RangeShortcut,
  type RangeShortcutName,
  type ReportRangeProblem,
  type RequestedDates,
  rangeShortcutDays,
} from "~/time/report-range";
import { isLongComponentList } from "../../rules/component-listing";
import type { ServedPage } from "../../rules/seen-page";
import type { UptimeReport } from "../../uptime/read";
import { countReportRows, filterUptimeReport } from "../../uptime/rules/matching-report";
import { PublicPageLayout } from "../frame/layout";
import { PublicCorrectionsSection } from "../parts/corrections";
import type { RenderContext } from "../parts/frame";
import { ComponentSearchForm } from "../parts/search";
import { UptimeTable } from "./uptime-table";

/** The problem with the requested dates. */
export interface UptimeFormError {
  field: "from" | "to";
  problem: ReportRangeProblem;
  since: string;
}

interface UptimePageProps {
  frame: RenderContext;
  page: ServedPage;
  /** Values of the fields. */
  asked: RequestedDates;
  wrong: UptimeFormError | null;
  shortcuts: readonly RangeShortcut[];
  /** Null when the dates are wrong, and when the page shows no uptime. */
  report: UptimeReport | null;
  /** The first day with data; null when the page shows no uptime. */
  since: string | null;
  /** Shows only components that match; null = all. */
  query?: string | null;
}

const dateText = ({ words }: RenderContext, date: string) => calendarFormats(words.language).date(date);

interface UptimeDayFieldProps {
  frame: RenderContext;
  name: "from" | "to";
  value: string | null;
  wrong: UptimeFormError | null;
}

function DayField({ frame, name, value, wrong }: UptimeDayFieldProps) {
  const { t } = frame.words;
  const isWrong = wrong?.field === name;
  return (
    <div>
      <label for={name}>{t(`report.${name}`)}</label>
      {isWrong ? (
        <p class="wrong" id={`${name}-error`}>
          {t(`report.${wrong.problem}`, { since: dateText(frame, wrong.since), count: maxReportYears })}
        </p>
      ) : null}
      <input
        id={name}
        name={name}
        type="date"
        value={value ?? ""}
        {...(isWrong
          ? ({ "aria-invalid": "true", "aria-describedby": `${name}-error`, autofocus: true } as const)
          : {})}
      />
    </div>
  );
}

function RangeForm({ frame, asked, wrong }: Pick<UptimePageProps, "frame" | "asked" | "wrong">) {
  const { t } = frame.words;
  return (
    <form class="f range" action={`${frame.prefix}/uptime`} novalidate>
      {wrong ? (
        <p class="wrong" role="alert">
          {t("report.failed")}
        </p>
      ) : null}
      <DayField frame={frame} name="from" value={asked.from} wrong={wrong} />
      <DayField frame={frame} name="to" value={asked.to} wrong={wrong} />
      <button type="submit">{t("report.button")}</button>
    </form>
  );
}

const isDays = (name: RangeShortcutName): name is keyof typeof rangeShortcutDays =>
  Object.hasOwn(rangeShortcutDays, name);

const shortcutText = ({ t }: Words, name: RangeShortcutName): string =>
  isDays(name) ? t("recent.last_days", { count: rangeShortcutDays[name] }) : t(`report.${name}`);

function Shortcuts({ frame, shortcuts, report }: Pick<UptimePageProps, "frame" | "shortcuts" | "report">) {
  const { t } = frame.words;
  const shown = shortcuts.find(({ from, to }) => from === report?.range.first && to === report.range.last);
  return (
    <nav class="ways" aria-label={t("report.shortcuts")}>
      {shortcuts.map((each) =>
        each === shown ? (
          <strong key={each.name} aria-current="true">
            {shortcutText(frame.words, each.name)}
          </strong>
        ) : (
          <a key={each.name} href={`${frame.prefix}/uptime?from=${each.from}&to=${each.to}`}>
            {shortcutText(frame.words, each.name)}
          </a>
        ),
      )}
    </nav>
  );
}

/** Says that figures were restated, and when; null when none were. */
export function restatedText(words: Words, { restated, zone }: UptimeReport): string | null {
  if (restated === null) return null;
  const { date } = calendarFormats(words.language);
  const until = date(dayOf(zone, nextDayStart(zone, restated.until - 1)));
  return words.t("report.restated", { until, date: date(dayOf(zone, restated.at)) });
}

function Restated({ frame, report }: { frame: RenderContext; report: UptimeReport }) {
  const text = restatedText(frame.words, report);
  return text === null ? null : (
    <p class="note" id="restated">
      {text}
    </p>
  );
}

/** Returns the notes of a report: its zone, and why its days differ from the requested ones. */
export function reportNoteTexts(
  { words, now }: Pick<RenderContext, "words" | "now">,
  report: UptimeReport,
  since: string,
): string[] {
  const { t } = words;
  const { end, notes } = report.range;
  return [
    t("report.zone", { zone: timeZoneName(report.zone) }),
    ...(end === now ? [t("report.today")] : []),
    ...notes.map((note) => t(`report.${note}`, { since: calendarFormats(words.language).date(since) })),
  ];
}

/** Shows the days of the report, and why they differ from the requested ones. */
function Range({ frame, report, since }: { frame: RenderContext; report: UptimeReport; since: string }) {
  const { first, last } = report.range;
  const range = { from: dateText(frame, first), to: dateText(frame, last) };
  return (
    <>
      <p>
        <strong>{frame.words.t("report.range", range)}</strong>
      </p>
      <p class="note">{frame.words.sentences(reportNoteTexts(frame, report, since))}</p>
    </>
  );
}

function Downloads({ frame, report }: { frame: RenderContext; report: UptimeReport }) {
  const { t } = frame.words;
  const href = `${frame.prefix}/uptime.csv?from=${report.range.first}&to=${report.range.last}`;
  return (
    <p class="ways">
      <a href={href}>{t("report.csv")}</a>
      <a href={`${href}&by=day`}>{t("report.csv_days")}</a>
    </p>
  );
}

interface UptimeReportViewProps {
  frame: RenderContext;
  report: UptimeReport;
  since: string;
  query: string | null;
}

function Report({ frame, report, since, query }: UptimeReportViewProps) {
  const { t, number } = frame.words;
  const isLong = isLongComponentList(countReportRows(report));
  const shown = query === null ? report : filterUptimeReport(report, query);
  return (
    <section>
      <Range frame={frame} report={report} since={since} />
      {isLong ? (
        <ComponentSearchForm
          frame={frame}
          query={query}
          found={countReportRows(shown)}
          all={countReportRows(report)}
          report={report.range}
        />
      ) : null}
      <UptimeTable frame={frame} report={shown} isFolded={isLong && query === null} />
      <p class="note">{t("report.unknown_time")}</p>
      <Restated frame={frame} report={report} />
      <p class="note" id="formula">
        {t("components.formula", { weight: number(report.weight) })}
      </p>
      <Downloads frame={frame} report={report} />
    </section>
  );
}

/** Shows the uptime per component and group between two days. */
export function UptimePage(props: UptimePageProps) {
  const { frame, page, asked, wrong, shortcuts, report, since, query = null } = props;
  const { t } = frame.words;
  return (
    <PublicPageLayout frame={frame} page={page} back asOf>
      <h1 class="own">{t("report.heading")}</h1>
      {since === null ? (
        <p class="note">{t("report.none")}</p>
      ) : (
        <>
          <RangeForm frame={frame} asked={asked} wrong={wrong} />
          <Shortcuts frame={frame} shortcuts={shortcuts} report={report} />
          {report ? <Report frame={frame} report={report} since={since} query={query} /> : null}
          {report ? (
            <PublicCorrectionsSection
              frame={frame}
              corrections={report.corrections}
              components={page.snapshot.components}
            />
          ) : null}
        </>
      )}
    </PublicPageLayout>
  );
}
