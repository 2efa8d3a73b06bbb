import { QuietButtons } from "~/sources/desk/quiet-notice";
import { useMay } from "~/ui/frame/may";
import { Detail, List, Row, RowLink, Section } from "~/ui/parts/list";
import type { QuietSource } from "../keeping";
import { useWords } from "./words/words";

/** Asked until somebody answers: a source that is broken is as quiet as one that has nothing to tell. */
export function QuietSources({ sources, slug }: { sources: readonly QuietSource[]; slug: string }) {
  const { t } = useWords();
  const admin = useMay("admin");
  if (sources.length === 0) return null;
  return (
    <Section id="quiet-sources" title={t("quiet.title")}>
      <p className="max-w-prose">{t("quiet.about")}</p>
      <List>
        {sources.map((source) => {
          const here = `/manage/${slug}/sources/${source.id}`;
          const left = source.isAssumed ? "assumed" : "nothing";
          return (
            <Row key={source.id} actions={<QuietButtons left={left} source={source} here={here} editable={admin} />}>
              <RowLink to={here}>
                <bdi>{source.name}</bdi>
              </RowLink>
              <Detail>{t(`quiet.${left}`)}</Detail>
            </Row>
          );
        })}
      </List>
    </Section>
  );
}
