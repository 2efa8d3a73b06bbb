import type { Words } from "~/i18n/words";
import { markdownLink, markdownTable, toMarkdownLine } from "~/text/markdown-escape";
import { maxReportYears, type ReportRangeProblem } from "~/time/report-range";
import type { ComponentReportRow, ComponentUptime, GroupReportRow, UptimeReport } from "../../uptime/read";
import { type UptimeParts, uptimePartStatuses } from "../../uptime/rules/uptime";
import type { PageRenderContext } from "../../views/frame/scene";
import { reportNoteTexts, restatedText } from "../../views/uptime/uptime-page";
import { hasUnknownTime, lostTimeText, reportLengthText } from "../../views/uptime/uptime-table";
import { markdownCorrectionBlocks } from "./markdown-corrections";
import {
  backLinkMarkdown,
  type MarkdownBlock,
  markdownComponentLink,
  markdownDays,
  markdownDocumentStartBlocks,
  markdownFactLine,
  markdownList,
  markdownPageTitle,
} from "./markdown-parts";

/** A table's cell for what did not happen. */
const noTime = "–";

/** Writes the shares and lengths of a row; `known`: the table has a column for the time with data. */
function shareCells(words: Words, { parts, span, uptime }: ComponentUptime, known: boolean): string[] {
  const lengths = uptimePartStatuses.map((_, index) => parts[index as keyof UptimeParts & number] ?? 0);
  const cells = [
    uptime === null ? words.t("status.no_data") : words.percent(uptime),
    ...(known ? [reportLengthText(words, span - parts[4])] : []),
    ...lengths.map((length) => (length === 0 ? noTime : lostTimeText(words, length))),
  ];
  return cells.map((cell) => (cell === noTime ? noTime : toMarkdownLine(cell)));
}

function componentRow(scene: PageRenderContext, row: ComponentReportRow, known: boolean): string[] {
  const { words } = scene.frame;
  const since = row.startsOn === null ? null : toMarkdownLine(words.t("report.starts", { date: row.startsOn }));
  return [markdownFactLine([markdownComponentLink(scene, row), since]), ...shareCells(words, row, known)];
}

function groupRows(scene: PageRenderContext, group: GroupReportRow, known: boolean): string[][] {
  const { words } = scene.frame;
  const mean = toMarkdownLine(words.t("report.mean", { count: group.members.length }));
  return [
    [`**${markdownFactLine([toMarkdownLine(group.name), mean])}**`, ...shareCells(words, group, known)],
    ...group.members.map((member) => componentRow(scene, member, known)),
  ];
}

function reportTable(scene: PageRenderContext, report: UptimeReport): MarkdownBlock {
  const { words } = scene.frame;
  const known = hasUnknownTime(words, report);
  const head = [
    words.t("report.component"),
    words.t("report.uptime"),
    ...(known ? [words.t("report.known")] : []),
    ...uptimePartStatuses.map((status) => words.t(`status.${status}`)),
  ].map(toMarkdownLine);
  return markdownTable([
    head,
    ...report.alone.map((row) => componentRow(scene, row, known)),
    ...report.groups.flatMap((group) => groupRows(scene, group, known)),
  ]);
}

function reportBlocks(scene: PageRenderContext, report: UptimeReport, since: string): MarkdownBlock[] {
  const { words } = scene.frame;
  const { first, last } = report.range;
  const file = `${scene.page.snapshot.page.url}/uptime.csv?from=${first}&to=${last}`;
  const restated = restatedText(words, report);
  return [
    `**${markdownDays(scene, first, last)}**`,
    ...reportNoteTexts(scene.frame, report, since).map(toMarkdownLine),
    reportTable(scene, report),
    toMarkdownLine(words.t("report.unknown_time")),
    ...(restated === null ? [] : [toMarkdownLine(restated)]),
    toMarkdownLine(words.t("components.formula", { weight: words.number(report.weight) })),
    markdownList([
      markdownLink(words.t("report.csv"), file),
      markdownLink(words.t("report.csv_days"), `${file}&by=day`),
    ]),
    ...markdownCorrectionBlocks(scene, report.corrections, scene.page.snapshot.components),
  ];
}

const reportTitle = (scene: PageRenderContext): MarkdownBlock[] =>
  markdownDocumentStartBlocks(scene, markdownPageTitle(scene, toMarkdownLine(scene.frame.words.t("report.heading"))));

/** Returns the uptime report; `report` is null when no component shows its uptime. */
export const markdownUptimePageBlocks = (
  scene: PageRenderContext,
  report: UptimeReport | null,
  since: string,
): MarkdownBlock[] => [
  ...reportTitle(scene),
  ...(report ? reportBlocks(scene, report, since) : [toMarkdownLine(scene.frame.words.t("report.none"))]),
  backLinkMarkdown(scene),
];

/** Says what is wrong with the requested dates. */
export function markdownRefusedReportBlocks(
  scene: PageRenderContext,
  wrong: { field: "from" | "to"; problem: ReportRangeProblem; since: string },
): MarkdownBlock[] {
  const { words } = scene.frame;
  const problem = words.t(`report.${wrong.problem}`, { since: wrong.since, count: maxReportYears });
  const field = words.t(`report.${wrong.field}`);
  return [
    ...reportTitle(scene),
    toMarkdownLine(words.t("report.failed")),
    toMarkdownLine(words.t("badge.whole", { name: field, state: problem })),
    backLinkMarkdown(scene),
  ];
}
