import { useHasRole } from "~/ui/frame/may";
import { Link } from "~/ui/parts/link";
import { Section } from "~/ui/parts/list";
import { useWords } from "./words/words";

/** Path of the page of imports. */
export const importsPath = (slug: string): string => `/manage/${slug}/imports`;

/** Invites owners who come from another product. */
export function MovingInText({ slug }: { slug: string }) {
  const { t } = useWords();
  if (!useHasRole("owner")) return null;
  return (
    <p className="grid max-w-prose justify-items-start">
      <span>{t("invite.moving_about")}</span>
      <Link to={importsPath(slug)} className="inline-flex min-h-hit items-center">
        {t("invite.moving_link")}
      </Link>
    </p>
  );
}

/** The same as a section, for the settings. */
export function MovingInSection({ slug }: { slug: string }) {
  const { t } = useWords();
  return useHasRole("owner") ? (
    <Section title={t("invite.moving")}>
      <MovingInText slug={slug} />
    </Section>
  ) : null;
}
