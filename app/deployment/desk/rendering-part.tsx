import type { RenderingStatusView } from "~/status-page/rendering/read";
import { Section } from "~/ui/parts/list";
import { NoticeBanner } from "~/ui/parts/notice";
import { useWords } from "./words/words";

/** Shows, until it is done, that texts of earlier versions are rendered again or read for the search, and whether that is failing. */
export function RenderingSection({ isFailing, isRendering }: RenderingStatusView) {
  const { t } = useWords();
  return (
    <Section id="rendering" title={t("rendering.title")}>
      <p className="max-w-prose text-soft">{t(isRendering ? "rendering.working" : "rendering.words")}</p>
      {isFailing ? <NoticeBanner tone="warning">{t("rendering.failed")}</NoticeBanner> : null}
    </Section>
  );
}
