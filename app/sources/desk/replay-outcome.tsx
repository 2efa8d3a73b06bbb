import { FocusedResultText } from "~/ui/parts/focused-answer";
import { NoticeBanner } from "~/ui/parts/notice";
import { isSourceWordOf, useWords } from "./words/words";

export interface ReplayActionData {
  replayed?: { id: string; outcome: string; changed: number }[];
}

/** Result of a replay: how many were read, what changed, and what could not be read again. */
export function ReplayResultBanner({ state }: { state: ReplayActionData | undefined }) {
  const { t } = useWords();
  const replayed = state?.replayed;
  if (!replayed) return null;
  const read = replayed.filter(({ outcome }) => outcome === "replayed");
  const changed = read.reduce((sum, each) => sum + each.changed, 0);
  const left = [...new Set(replayed.flatMap(({ outcome }) => (outcome === "replayed" ? [] : [outcome])))];
  return (
    <NoticeBanner tone={left.length > 0 ? "warning" : "good"}>
      <FocusedResultText className="font-medium">{t("replay.done", { count: read.length })}</FocusedResultText>
      <p>{changed === 0 ? t("replay.changed_none") : t("replay.changed", { count: changed })}</p>
      {left.map((why) => (
        <p key={why}>{isSourceWordOf("not_replayed", why) ? t(`not_replayed.${why}`) : why}</p>
      ))}
    </NoticeBanner>
  );
}
