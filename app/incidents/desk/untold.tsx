import { NoticeBanner } from "~/ui/parts/notice";
import type { IncidentTimelineFacts } from "../read-timeline-facts";
import { useWords } from "./words/words";

/** Warns that nobody of the team could be notified when the incident opened, and why. */
export function NobodyNotifiedBanner({ untold }: Pick<IncidentTimelineFacts, "untold">) {
  const { t } = useWords();
  if (untold === null) return null;
  return (
    <NoticeBanner tone="danger">
      <p className="font-semibold text-danger">{t("untold.title")}</p>
      <p>{t(`untold.${untold.why ?? "soon"}`)}</p>
    </NoticeBanner>
  );
}
