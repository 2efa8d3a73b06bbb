import { blankOf, valuesIn } from "~/fields/fields";
import type { RouteGuard } from "~/http/guard";
import { onPage } from "~/ui/frame/desk";
import { translatedPageTitle } from "~/ui/frame/title";
import { PageHead } from "~/ui/parts/list";
import { answerForm, readPostedForm } from "~/ui/parts/posted-form";
import { createGroup } from "../groups/verbs";
import { groupFields } from "../rules/fields";
import { GroupForm } from "./group-form";
import { useWords, wordsIn } from "./words/words";

export { clientAction } from "~/ui/frame/client-action";

export const handle = { guard: { kind: "member", role: "admin" } satisfies RouteGuard };

export const meta = translatedPageTitle(wordsIn, "new_group.title");

export const action = onPage(async (desk) => {
  const posted = await readPostedForm(desk);
  const given = { pageId: desk.pageId, commitId: posted.commitId, ...valuesIn(groupFields, posted.values) };
  return answerForm(posted, await createGroup(desk.ctx, given), `/manage/${desk.slug}/components`, "group-created");
});

export default function NewGroup() {
  const { t } = useWords();
  return (
    <>
      <PageHead title={t("new_group.title")} note={t("new_group.about")} />
      <GroupForm form="group" values={blankOf(groupFields)} submit={t("new_group.button")} />
    </>
  );
}
