import { FileLink } from "../parts/file-link";
import { Section } from "../parts/list";
import { useWords } from "./words";

/** Of the deployment page. */
export function BackupPart() {
  const { t, say } = useWords();
  return (
    <>
      <p className="max-w-prose">{say("deployment.about", { command: <code>npm run restore</code> })}</p>
      <FileLink href="/manage/deployment/backup">{t("deployment.download")}</FileLink>
    </>
  );
}

/** Of a page's danger zone. */
export function PageExportPart({ slug }: { slug: string }) {
  const { t } = useWords();
  return (
    <Section title={t("page.title")}>
      <p className="max-w-prose">{t("page.about")}</p>
      <FileLink href={`/manage/${slug}/settings/export`}>{t("page.download")}</FileLink>
    </Section>
  );
}
