/** @jsxImportSource ~/html */

import { calendarFormats } from "~/i18n/calendar-words";
import type { Words } from "~/i18n/words";
import { minuteMs } from "~/time/durations";
import type { ComponentReportRow, ComponentUptime, GroupReportRow, UptimeReport } from "../../uptime/read";
import type { UptimeParts } from "../../uptime/rules/uptime";
import type { RenderContext } from "../parts/frame";

/** In minutes; known time is rounded down and all else up, so that a second of outage is never shown as none. */
const known = ({ number }: Words, ms: number) => number(Math.floor(ms / minuteMs));
const lost = ({ number }: Words, ms: number) => number(Math.ceil(ms / minuteMs));

const columns = [
  "status.major_outage",
  "status.partial_outage",
  "status.degraded_performance",
  "status.under_maintenance",
  "status.no_data",
] as const;

function Cells({ words, share: { parts, span, uptime } }: { words: Words; share: ComponentUptime }) {
  return (
    <>
      <td>{uptime === null ? words.t("status.no_data") : words.percent(uptime)}</td>
      <td>{known(words, span - parts[4])}</td>
      {columns.map((column, index) => (
        <td key={column}>{lost(words, parts[index as keyof UptimeParts & number] ?? 0)}</td>
      ))}
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
            {columns.map((column) => (
              <th key={column} scope="col">
                {t(column)}
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
