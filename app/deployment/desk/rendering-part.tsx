import type { RenderingStatusView } from "~/status-page/rendering/read";
import { Section } from "~/ui/parts/list";
import { Notice } from "~/ui/parts/notice";
import { useWords } from "./words/words";

/** Shows, until it is done, that texts of earlier versions are being rendered again, and whether that is failing. */
export function RenderingSection({ isFailing }: RenderingStatusView) {
  const { t } = useWords();
  return (
    <Section id="rendering" title={t("rendering.title")}>
      <p className="max-w-prose text-soft">{t("rendering.working")}</p>
      {isFailing ? <Notice tone="warning">{t("rendering.failed")}</Notice> : null}
    </Section>
  );
}
