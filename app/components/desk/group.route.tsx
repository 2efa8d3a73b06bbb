import { useLoaderData } from "@remix-run/react";
import { valuesIn } from "~/fields/fields";
import type { RouteGuard } from "~/http/guard";
import { throwFailure } from "~/http/page-failure";
import { onPage, orThrow, param } from "~/ui/frame/desk";
import { translatedPageTitle } from "~/ui/frame/title";
import { Conflict } from "~/ui/parts/conflict";
import { useFormState } from "~/ui/parts/form";
import { SureFold } from "~/ui/parts/form-part";
import { PageHead } from "~/ui/parts/list";
import { NounConflict } from "~/ui/parts/noun-conflict";
import { answerForm, isTicked, readPostedForm, refuseUnknown, showErrors } from "~/ui/parts/posted-form";
import { deleteGroup, updateGroup } from "../groups/verbs";
import { listComponents } from "../list";
import { groupFields } from "../rules/fields";
import { GroupForm } from "./group-form";
import { useWords, wordsIn } from "./words/words";

export { clientAction } from "~/ui/frame/client-action";
export { shouldRevalidate } from "~/ui/frame/revalidate";

export const handle = { guard: { kind: "member", role: "viewer", write: "admin" } satisfies RouteGuard };

export const meta = translatedPageTitle(wordsIn, "group.title");

export const loader = onPage(async (desk) => {
  const { groups } = orThrow(await listComponents(desk.ctx, { pageId: desk.pageId }));
  const group = groups.find((each) => each.id === param(desk, "id"));
  if (!group) throwFailure({ name: "missing" });
  return { group, here: `/manage/${desk.slug}/groups/${group.id}` };
});

export const action = onPage(async (desk) => {
  const posted = await readPostedForm(desk);
  const given = {
    pageId: desk.pageId,
    id: param(desk, "id"),
    version: posted.version,
    commitId: posted.commitId,
  };
  const list = `/manage/${desk.slug}/components`;
  if (posted.intent === "group") {
    const saved = await updateGroup(desk.ctx, { ...given, ...valuesIn(groupFields, posted.values) });
    return answerForm(posted, saved, list, "group-saved");
  }
  if (posted.intent !== "delete") return refuseUnknown(posted);
  const { t } = wordsIn(desk.language);
  if (!isTicked(posted.fields, "sure")) return showErrors(posted, { sure: t("group.delete_unsure") });
  return answerForm(posted, await deleteGroup(desk.ctx, given), list, "group-deleted");
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
