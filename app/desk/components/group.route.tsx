import { useLoaderData } from "@remix-run/react";
import { valuesIn } from "~/fields/fields";
import type { Guard } from "~/http/guard";
import { throwFailure } from "~/http/page-failure";
import { groupFields } from "~/rules/components/fields";
import { listComponents } from "~/usecases/components/list";
import { deleteGroup } from "~/usecases/groups/delete";
import { updateGroup } from "~/usecases/groups/update";
import { onPage, orThrow, param } from "../frame/desk";
import { titledBy } from "../frame/title";
import { Conflict } from "../parts/conflict";
import { useFormState } from "../parts/form";
import { SureFold } from "../parts/form-part";
import { PageHead } from "../parts/list";
import { NounConflict } from "../parts/noun-conflict";
import { answer, readPosted, showErrors, ticked } from "../parts/posted";
import { GroupForm } from "./group-form";
import { useWords, wordsIn } from "./words";

export { clientAction } from "../frame/client-action";
export { shouldRevalidate } from "../frame/revalidate";

export const handle = { guard: { kind: "member", role: "viewer", write: "admin" } satisfies Guard };

export const meta = titledBy(wordsIn, "group.title");

export const loader = onPage(async (desk) => {
  const { groups } = orThrow(await listComponents(desk.ctx, { pageId: desk.pageId }));
  const group = groups.find((each) => each.id === param(desk, "id"));
  if (!group) throwFailure({ name: "missing" });
  return { group, here: `/manage/${desk.slug}/groups/${group.id}` };
});

export const action = onPage(async (desk) => {
  const posted = await readPosted(desk);
  const given = {
    pageId: desk.pageId,
    id: param(desk, "id"),
    version: posted.version,
    commitId: posted.commitId,
  };
  const list = `/manage/${desk.slug}/components`;
  if (posted.form !== "delete") {
    const saved = await updateGroup(desk.ctx, { ...given, ...valuesIn(groupFields, posted.values) });
    return answer(posted, saved, list, "group-saved");
  }
  const { t } = wordsIn(desk.language);
  if (!ticked(posted.fields, "sure")) return showErrors(posted, { sure: t("group.delete_unsure") });
  return answer(posted, await deleteGroup(desk.ctx, given), list, "group-deleted");
});

export default function Group() {
  const { t } = useWords();
  const { group, here } = useLoaderData<typeof loader>();
  const conflict = useFormState("group")?.conflict ?? false;
  return (
    <>
      <PageHead title={group.name} note={t("group.about")} />
      <NounConflict form="group" saved={group} fields={groupFields} picks={{}} keepTo={here} />
      <Conflict form="delete" version={group.version} fields={[]} keepTo={here} />
      {conflict ? null : <GroupForm form="group" version={group.version} values={group} submit={t("edit.button")} />}
      <SureFold
        name="delete"
        version={group.version}
        title={t("group.delete")}
        label={t("group.delete_sure")}
        button={t("group.delete_button")}
      />
    </>
  );
}
