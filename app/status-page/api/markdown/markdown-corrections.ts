import { toMarkdownLine } from "~/text/markdown-escape";
import type { SnapshotComponent, SnapshotCorrection } from "../../rules/snapshot-document";
import type { PageRenderContext } from "../../views/frame/scene";
import {
  type MarkdownBlock,
  markdownComponentLink,
  markdownFactLine,
  markdownHeading,
  markdownList,
  markdownSentence,
  markdownTime,
  markdownTimeSpan,
  markdownWordList,
} from "./markdown-parts";

/** Lists corrections with their reasons, and the components that they are of unless the page is of one. */
export function markdownCorrectionBlocks(
  scene: PageRenderContext,
  corrections: readonly SnapshotCorrection[],
  components: readonly Pick<SnapshotComponent, "id" | "name">[] = [],
): MarkdownBlock[] {
  const { words } = scene.frame;
  if (corrections.length === 0) return [];
  const items = corrections.map(({ startsAt, endsAt, reason, at, componentIds }) => {
    const parts = { reason: toMarkdownLine(reason), date: markdownTime(scene, at) };
    const of = components
      .filter(({ id }) => componentIds.includes(id))
      .map((each) => markdownComponentLink(scene, each));
    const corrected = markdownSentence(words, "report.corrected", parts);
    return markdownFactLine([markdownTimeSpan(scene, startsAt, endsAt), corrected, markdownWordList(words, of)]);
  });
  return [
    markdownHeading(2, toMarkdownLine(words.t("report.corrections"))),
    toMarkdownLine(words.t("report.corrections_about")),
    markdownList(items),
  ];
}
