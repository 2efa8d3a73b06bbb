/** @jsxImportSource ~/html */

import { calendarFormats } from "~/i18n/calendar-words";
import { elapsedTimeText } from "~/i18n/span";
import type { Words } from "~/i18n/words";
import { dayMs, hourMs, minuteMs } from "~/time/durations";
import type { ComponentReportRow, ComponentUptime, GroupReportRow, UptimeReport } from "../../uptime/read";
import { shareBarSegments, shareBarWidth } from "../../uptime/rules/share-bar";
import { type UptimeParts, uptimePartStatuses } from "../../uptime/rules/uptime";
import type { RenderContext } from "../parts/frame";

export const reportLengthText = (words: Words, ms: number): string =>
  ms < minuteMs ? words.t("span.minutes", { minutes: 0 }) : elapsedTimeText(words, ms);

const roundedUp = (ms: number, unitMs: number): number => Math.ceil(ms / unitMs) * unitMs;

/** Rounds up what is not uptime, so that no part of an outage is lost: to minutes, or to hours from a day on. */
export const lostTimeText = (words: Words, ms: number): string =>
  reportLengthText(words, roundedUp(ms, ms < dayMs ? minuteMs : hourMs));

/** Draws the parts of a row's time, which the next cells contain as words. */
const ShareBar = ({ share: { parts, span } }: { share: ComponentUptime }) => (
  <svg class="share" viewBox={`0 0 ${shareBarWidth} 1`} preserveAspectRatio="none" aria-hidden="true">
    {shareBarSegments(parts, span).map(({ letter, from, width }) => (
      <path key={letter} class={letter} d={`M${from} .5h${width}`} />
    ))}
  </svg>
);

/** Shows a length, and on phones, where rows have no heads, what it is of. What did not happen is a dash. */
const LengthCell = ({ length, of }: { length: string | null; of: string }) =>
  length === null ? (
    <td class="none">–</td>
  ) : (
    <td>
      {length}
      <small class="of">{of}</small>
    </td>
  );

interface UptimeCellsProps {
  words: Words;
  share: ComponentUptime;
  /** True when the table has a column for the time with data. */
  known: boolean;
}

function Cells({ words, share, known }: UptimeCellsProps) {
  const { parts, span, uptime } = share;
  const { t } = words;
  return (
    <>
      <td>
        {uptime === null ? t("status.no_data") : words.percent(uptime)}
        <ShareBar share={share} />
      </td>
      {known ? <LengthCell length={reportLengthText(words, span - parts[4])} of={t("report.known")} /> : null}
      {uptimePartStatuses.map((status, index) => {
        const length = parts[index as keyof UptimeParts & number] ?? 0;
        return (
          <LengthCell
            key={status}
            length={length === 0 ? null : lostTimeText(words, length)}
            of={t(`status.${status}`)}
          />
        );
      })}
    </>
  );
}

/** Returns true when a component has less data than the period is long, so that the table has to say how much. */
export const hasUnknownTime = (words: Words, { alone, groups }: Pick<UptimeReport, "alone" | "groups">): boolean =>
  [...alone, ...groups.flatMap(({ members }) => members)].some(
    ({ parts, span }) => reportLengthText(words, span - parts[4]) !== reportLengthText(words, span),
  );

interface UptimeRowProps extends Pick<UptimeCellsProps, "known"> {
  frame: RenderContext;
}

function ComponentRow({ frame, share, known }: UptimeRowProps & { share: ComponentReportRow }) {
  const { words, prefix } = frame;
  const date = share.startsOn === null ? null : calendarFormats(words.language).date(share.startsOn);
  return (
    <tr id={`component-${share.id}`}>
      <th scope="row">
        <a href={`${prefix}/components/${encodeURIComponent(share.id)}`} dir="auto" lang={frame.written}>
          {share.name}
        </a>
        {date === null ? null : <small>{words.t("report.starts", { date })}</small>}
      </th>
      <Cells words={words} share={share} known={known} />
    </tr>
  );
}

interface GroupRowsProps extends UptimeRowProps {
  group: GroupReportRow;
  isFolded: boolean;
}

/** A long report has its groups folded: the figures of each, and on request those of its components. */
function GroupRows({ frame, group, known, isFolded }: GroupRowsProps) {
  const { words } = frame;
  const name = <bdi lang={frame.written}>{group.name}</bdi>;
  return (
    <tbody>
      <tr class="sum">
        <th scope="row">
          {isFolded ? (
            <details>
              <summary>{name}</summary>
            </details>
          ) : (
            name
          )}
          <small>{words.t("report.mean", { count: group.members.length })}</small>
        </th>
        <Cells words={words} share={group} known={known} />
      </tr>
      {group.members.map((share) => (
        <ComponentRow key={share.id} frame={frame} share={share} known={known} />
      ))}
    </tbody>
  );
}

interface UptimeTableProps {
  frame: RenderContext;
  report: UptimeReport;
  isFolded: boolean;
}

/** On a phone, rows are blocks of what is not nought; where columns do not fit, it scrolls in a box for the keyboard. */
export function UptimeTable({ frame, report, isFolded }: UptimeTableProps) {
  const { t } = frame.words;
  const known = hasUnknownTime(frame.words, report);
  return (
    <section class="wide" aria-label={t("report.table")} tabindex="0">
      <table aria-label={t("report.table")}>
        <thead>
          <tr>
            <th scope="col">{t("report.component")}</th>
            <th scope="col">{t("report.uptime")}</th>
            {known ? <th scope="col">{t("report.known")}</th> : null}
            {uptimePartStatuses.map((status) => (
              <th key={status} scope="col">
                {t(`status.${status}`)}
              </th>
            ))}
          </tr>
        </thead>
        {report.alone.length > 0 ? (
          <tbody>
            {report.alone.map((share) => (
              <ComponentRow key={share.id} frame={frame} share={share} known={known} />
            ))}
          </tbody>
        ) : null}
        {report.groups.map((group) => (
          <GroupRows key={group.id} frame={frame} group={group} known={known} isFolded={isFolded} />
        ))}
      </table>
    </section>
  );
}
