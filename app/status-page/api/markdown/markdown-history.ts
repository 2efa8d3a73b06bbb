import { markdownLink, toMarkdownLine } from "~/text/markdown-escape";
import { daysOfTimeRange } from "~/time/days-touched";
import { monthWindow } from "~/time/months";
import type { HistoryMonthView } from "../../history/month";
import { knownShareInMonth } from "../../rules/known-days";
import type { PageRenderContext } from "../../views/frame/scene";
import { emptyMonthWords, historyMonthPath } from "../../views/history/history-page";
import { pageEventsOf } from "../../views/parts/happening-days";
import { markdownEventDayBlocks } from "./markdown-events";
import {
  backLinkMarkdown,
  type MarkdownBlock,
  markdownComponentLink,
  markdownDocumentStartBlocks,
  markdownFactLine,
  markdownHeading,
  markdownList,
  markdownNamedFact,
  markdownPageTitle,
  markdownSiblingAddress,
} from "./markdown-parts";

function monthBlocks(scene: PageRenderContext, shown: HistoryMonthView): MarkdownBlock[] {
  const { frame, page } = scene;
  const { month, beyond, incidents, maintenances } = shown;
  if (beyond) return [toMarkdownLine(frame.words.t(`history.${beyond.side}`, { month: beyond.nearest }))];
  const events = pageEventsOf(incidents, maintenances);
  if (events.length === 0)
    return [toMarkdownLine(frame.words.t(emptyMonthWords[knownShareInMonth(page.snapshot, month)]))];
  const within = daysOfTimeRange(monthWindow(page.snapshot.page.timeZone, month), frame.dates.dayAt);
  return markdownEventDayBlocks(scene, events, within);
}

/** Lists the parts of the month, and the months beside it. */
function monthLinks(scene: PageRenderContext, shown: HistoryMonthView): MarkdownBlock {
  const { t } = scene.frame.words;
  const { month, component, after, rest, earlier, later, beyond } = shown;
  const link = (text: string, of: string, mark: string | null = null) =>
    markdownLink(text, markdownSiblingAddress(scene, historyMonthPath(of, component, mark)));
  return markdownList([
    ...(after === null ? [] : [link(t("history.newest"), month)]),
    ...(rest === null ? [] : [link(t("history.rest"), month, rest)]),
    ...(earlier === null ? [] : [link(t("history.earlier", { month: earlier }), earlier)]),
    ...(later === null ? [] : [link(t("history.later", { month: later }), later)]),
    ...(beyond === null ? [] : [link(t("history.show", { month: beyond.nearest }), beyond.nearest)]),
  ]);
}

/** Returns the events of one month, with links to the months before and after it. */
export function markdownHistoryPageBlocks(scene: PageRenderContext, shown: HistoryMonthView): (MarkdownBlock | null)[] {
  const { words } = scene.frame;
  const { components } = scene.page.snapshot;
  const only = components.find(({ id }) => id === shown.component);
  return [
    ...markdownDocumentStartBlocks(
      scene,
      markdownPageTitle(scene, markdownFactLine([toMarkdownLine(words.t("history.heading")), shown.month])),
    ),
    only ? markdownNamedFact(words, "report.component", markdownComponentLink(scene, only)) : null,
    markdownHeading(2, shown.month),
    ...monthBlocks(scene, shown),
    monthLinks(scene, shown),
    backLinkMarkdown(scene),
  ];
}
