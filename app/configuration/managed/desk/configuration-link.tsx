import { useHasRole } from "~/ui/frame/may";
import { Link } from "~/ui/parts/link";
import { Section } from "~/ui/parts/list";
import { useWords } from "./words/words";

/** Leads admins from the settings to the page of configuration files. */
export function ConfigurationSection({ slug }: { slug: string }) {
  const { t } = useWords();
  if (!useHasRole("admin")) return null;
  return (
    <Section title={t("link.title")}>
      <p className="grid max-w-prose justify-items-start">
        <span>{t("link.about")}</span>
        <Link to={`/manage/${slug}/configuration`} className="inline-flex min-h-hit items-center">
          {t("link.open")}
        </Link>
      </p>
    </Section>
  );
}
