import { Link } from "~/ui/parts/link";
import { Section } from "~/ui/parts/list";
import type { PageRestatement } from "../verbs";
import { RestatingExplanationText, RestatingTable } from "./restating-part";
import { useWords } from "./words/words";

/**
 * The section on the deployment's page: the restated components of all pages, each with a link to where an owner starts
 * it.
 */
export function RestatedUptimeSection({ pages }: { pages: readonly PageRestatement[] }) {
  const { t } = useWords();
  if (pages.length === 0) return null;
  return (
    <Section id="past" title={t("part.title")}>
      <p className="max-w-prose text-soft">{t("part.about")}</p>
      {pages.map(({ slug, page, ...view }) => (
        <div key={slug} className="grid min-w-0 gap-3">
          <h3 className="font-medium">
            <Link to={`/manage/${slug}#past`} className="inline-flex min-h-hit items-center">
              <bdi>{page}</bdi>
            </Link>
          </h3>
          <RestatingTable label={page} components={view.components} />
          <RestatingExplanationText {...view} />
        </div>
      ))}
    </Section>
  );
}
