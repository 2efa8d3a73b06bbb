import { blankFieldValues, parseFieldValues } from "~/fields/fields";
import type { RouteGuard } from "~/http/guard";
import { pageDeskHandler } from "~/ui/frame/desk";
import { translatedPageTitleMeta } from "~/ui/frame/title";
import { PageHead } from "~/ui/parts/list";
import { formResultResponse, readPostedForm } from "~/ui/parts/posted-form";
import { createComponentGroup } from "../groups/verbs";
import { componentGroupFields } from "../rules/fields";
import { ComponentGroupForm } from "./group-form";
import { useWords, wordsIn } from "./words/words";

export { clientAction } from "~/ui/frame/client-action";

export const handle = { guard: { kind: "member", role: "admin" } satisfies RouteGuard };

export const meta = translatedPageTitleMeta(wordsIn, "new_group.title");

export const action = pageDeskHandler(async (desk) => {
  const posted = await readPostedForm(desk);
  const { commitId, values } = posted;
  const given = { pageId: desk.pageId, commitId, ...parseFieldValues(componentGroupFields, values) };
  return formResultResponse(
    posted,
    await createComponentGroup(desk.ctx, given),
    `/manage/${desk.slug}/components`,
    "group-created",
  );
});

export default function NewComponentGroupPage() {
  const { t } = useWords();
  return (
    <>
      <PageHead title={t("new_group.title")} note={t("new_group.about")} />
      <ComponentGroupForm form="group" values={blankFieldValues(componentGroupFields)} submit={t("new_group.button")} />
    </>
  );
}
