import { blankOf, valuesIn } from "~/fields/fields";
import type { Guard } from "~/http/guard";
import { onPage } from "~/ui/frame/desk";
import { titledBy } from "~/ui/frame/title";
import { PageHead } from "~/ui/parts/list";
import { answer, readPosted } from "~/ui/parts/posted";
import { createGroup } from "../groups/create";
import { groupFields } from "../rules/fields";
import { GroupForm } from "./group-form";
import { useWords, wordsIn } from "./words/words";

export { clientAction } from "~/ui/frame/client-action";

export const handle = { guard: { kind: "member", role: "admin" } satisfies Guard };

export const meta = titledBy(wordsIn, "new_group.title");

export const action = onPage(async (desk) => {
  const posted = await readPosted(desk);
  const given = { pageId: desk.pageId, commitId: posted.commitId, ...valuesIn(groupFields, posted.values) };
  return answer(posted, await createGroup(desk.ctx, given), `/manage/${desk.slug}/components`, "group-created");
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
