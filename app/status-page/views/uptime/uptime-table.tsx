/** @jsxImportSource ~/html */

import { calendarFormats } from "~/i18n/calendar-words";
import { elapsedTimeText } from "~/i18n/span";
import type { Words } from "~/i18n/words";
import { dayMs, hourMs, minuteMs } from "~/time/durations";
import type { ComponentReportRow, ComponentUptime, GroupReportRow, UptimeReport } from "../../uptime/read";
import { shareBarSegments, shareBarWidth } from "../../uptime/rules/share-bar";
import { type UptimeParts, uptimePartStatuses } from "../../uptime/rules/uptime";
import type { RenderContext } from "../parts/frame";

const lengthText = (words: Words, ms: number): string =>
  ms < minuteMs ? words.t("span.minutes", { minutes: 0 }) : elapsedTimeText(words, ms);

const roundedUp = (ms: number, unitMs: number): number => Math.ceil(ms / unitMs) * unitMs;

/** Rounds up what is not uptime, so that no part of an outage is lost: to minutes, or to hours from a day on. */
const lostTimeText = (words: Words, ms: number): string =>
  lengthText(words, roundedUp(ms, ms < dayMs ? minuteMs : hourMs));

/** Draws how the time of a row is divided; the cells beside it say the same in words. */
const ShareBar = ({ share: { parts, span } }: { share: ComponentUptime }) => (
  <svg class="share" viewBox={`0 0 ${shareBarWidth} 1`} preserveAspectRatio="none" aria-hidden="true">
    {shareBarSegments(parts, span).map(({ letter, from, width }) => (
      <path key={letter} class={letter} d={`M${from} .5h${width}`} />
    ))}
  </svg>
);

function Cells({ words, share }: { words: Words; share: ComponentUptime }) {
  const { parts, span, uptime } = share;
  return (
    <>
      <td>
        {uptime === null ? words.t("status.no_data") : words.percent(uptime)}
        <ShareBar share={share} />
      </td>
      <td>{lengthText(words, span - parts[4])}</td>
      {uptimePartStatuses.map((status, index) => {
        const length = parts[index as keyof UptimeParts & number] ?? 0;
        return (
          <td key={status} class={length === 0 ? "none" : undefined}>
            {lostTimeText(words, length)}
          </td>
        );
      })}
    </>
  );
}

function ComponentRow({ frame, share }: { frame: RenderContext; share: ComponentReportRow }) {
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
      <Cells words={words} share={share} />
    </tr>
  );
}

function GroupRows({ frame, group }: { frame: RenderContext; group: GroupReportRow }) {
  const { words } = frame;
  return (
    <tbody>
      <tr class="sum">
        <th scope="row">
          <bdi lang={frame.written}>{group.name}</bdi>
          <small>{words.t("report.mean", { count: group.members.length })}</small>
        </th>
        <Cells words={words} share={group} />
      </tr>
      {group.members.map((share) => (
        <ComponentRow key={share.id} frame={frame} share={share} />
      ))}
    </tbody>
  );
}

/** Scrolls on a phone, in a box that the keyboard can reach. */
export function UptimeTable({ frame, report }: { frame: RenderContext; report: UptimeReport }) {
  const { t } = frame.words;
  return (
    <section class="wide" aria-label={t("report.table")} tabindex="0">
      <table aria-label={t("report.table")}>
        <thead>
          <tr>
            <th scope="col">{t("report.component")}</th>
            <th scope="col">{t("report.uptime")}</th>
            <th scope="col">{t("report.known")}</th>
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
              <ComponentRow key={share.id} frame={frame} share={share} />
            ))}
          </tbody>
        ) : null}
        {report.groups.map((group) => (
          <GroupRows key={group.id} frame={frame} group={group} />
        ))}
      </table>
    </section>
  );
}
