import { blankFieldValues, parseFieldValues } from "~/fields/fields";
import type { RouteGuard } from "~/http/guard";
import { pageDeskHandler } from "~/ui/frame/desk";
import { translatedPageTitleMeta } from "~/ui/frame/title";
import { PageHead } from "~/ui/parts/list";
import { NounFieldsForm } from "~/ui/parts/noun-form";
import { formResultResponse, readPostedForm } from "~/ui/parts/posted-form";
import { repositoryFields, usualRepositoryValues } from "../../rules/repository-fields";
import { createRepository } from "../verbs";
import { repositoryPath, repositoryTrail } from "./repository-paths";
import { useWords, wordsIn } from "./words/words";

export { clientAction } from "~/ui/frame/client-action";

export const handle = { guard: { kind: "member", role: "admin" } satisfies RouteGuard, trail: repositoryTrail };

export const meta = translatedPageTitleMeta(wordsIn, "page.new");

export const loader = pageDeskHandler(async ({ slug }) => ({ slug }));

export const action = pageDeskHandler(async (desk) => {
  const posted = await readPostedForm(desk);
  const given = parseFieldValues(repositoryFields, posted.values);
  const made = await createRepository(desk.ctx, { pageId: desk.pageId, commitId: posted.commitId, ...given });
  return formResultResponse(posted, made, ({ id }) => repositoryPath(desk.slug, id), "repository-created");
});

export default function NewRepositoryPage() {
  const { t } = useWords();
  return (
    <>
      <PageHead title={t("page.new")} note={<p className="max-w-prose">{t("page.new_about")}</p>} />
      <NounFieldsForm
        form="repository"
        fields={repositoryFields}
        values={{ ...blankFieldValues(repositoryFields), ...usualRepositoryValues }}
        picks={{}}
        submit={t("form.create")}
      />
    </>
  );
}
