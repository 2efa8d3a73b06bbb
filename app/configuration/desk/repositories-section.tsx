import { AddLink } from "~/ui/frame/add-link";
import { ListPanel, ListRow, ListRowDetail, RowLink, Section } from "~/ui/parts/list";
import type { RepositoryView } from "../repositories/verbs";
import { configurationPath } from "./configuration-paths";
import { useWords } from "./words/words";

type ShownRepository = Pick<RepositoryView, "id" | "path" | "branch" | "file" | "enabled" | "stoppedAt">;

/** The repositories of a page, on the page of configuration files. */
export function RepositoriesSection({ slug, repositories }: { slug: string; repositories: ShownRepository[] }) {
  const { t } = useWords();
  const path = `${configurationPath(slug)}/repositories`;
  return (
    <Section title={t("repositories.title")} action={<AddLink to={`${path}/new`}>{t("repositories.add")}</AddLink>}>
      <p className="max-w-prose">{t("repositories.about")}</p>
      {repositories.length === 0 ? null : (
        <ListPanel>
          {repositories.map(({ id, path: name, branch, file, enabled, stoppedAt }) => (
            <ListRow key={id}>
              <RowLink to={`${path}/${id}`}>
                <bdi>{name}</bdi>
              </RowLink>
              <ListRowDetail>
                <span>{t("repositories.place", { file, branch })}</span>
                {enabled && stoppedAt === null ? null : <span className="font-medium">{t("repositories.off")}</span>}
              </ListRowDetail>
            </ListRow>
          ))}
        </ListPanel>
      )}
    </Section>
  );
}
