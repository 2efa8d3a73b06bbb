import { useHasRole } from "~/ui/frame/may";
import type { PageTrail } from "~/ui/frame/trail";
import { Link } from "~/ui/parts/link";
import { Section } from "~/ui/parts/list";
import { useWords, wordsIn } from "./words/words";

/** Path of the page of imports. */
export const importsPath = (slug: string): string => `/manage/${slug}/imports`;

/** The trail of a page below the imports. */
export const importsTrail: PageTrail<{ slug: string }> = ({ slug }, language) => [
  { to: importsPath(slug), name: wordsIn(language).t("list.title") },
];

/** Invites owners who come from another product. */
export function MovingInNote({ slug }: { slug: string }) {
  const { t } = useWords();
  if (!useHasRole("owner")) return null;
  return (
    <p className="grid max-w-prose justify-items-start">
      <span>{t("list.moving_about")}</span>
      <Link to={importsPath(slug)} className="inline-flex min-h-hit items-center">
        {t("list.moving_link")}
      </Link>
    </p>
  );
}

/** The same as a section, for the settings. */
export function MovingInSection({ slug }: { slug: string }) {
  const { t } = useWords();
  return useHasRole("owner") ? (
    <Section title={t("list.moving")}>
      <MovingInNote slug={slug} />
    </Section>
  ) : null;
}
