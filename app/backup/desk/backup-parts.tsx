import { Section } from "~/ui/parts/list";
import { useWords } from "./words/words";

/** Renders a plain link, because the client-side router would take a file for a page. */
function FileLink({ href, children }: { href: string; children: string }) {
  return (
    <p>
      <a
        href={href}
        download=""
        className="inline-flex min-h-hit items-center justify-center rounded-md border border-edge bg-surface px-4 py-2 font-medium text-ink no-underline hover:bg-sunken"
      >
        {children}
      </a>
    </p>
  );
}

/** Renders the backup part of the deployment page. */
export function BackupSection() {
  const { t, say } = useWords();
  return (
    <>
      <p className="max-w-prose">{say("deployment.about", { command: <code>npm run restore</code> })}</p>
      <FileLink href="/manage/deployment/backup">{t("deployment.download")}</FileLink>
    </>
  );
}

/** Renders the export part of a page's settings. */
export function PageExportSection({ slug }: { slug: string }) {
  const { t } = useWords();
  return (
    <Section title={t("page.title")}>
      <p className="max-w-prose">{t("page.about")}</p>
      <FileLink href={`/manage/${slug}/settings/export`}>{t("page.download")}</FileLink>
    </Section>
  );
}
