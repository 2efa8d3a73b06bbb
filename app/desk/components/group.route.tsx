import { useLoaderData } from "@remix-run/react";
import type { Guard } from "~/http/guard";
import { throwFailure } from "~/http/page-failure";
import { groupFields } from "~/rules/components/fields";
import { valuesIn } from "~/rules/fields/fields";
import { listComponents } from "~/usecases/components/list";
import { deleteGroup } from "~/usecases/groups/delete";
import { updateGroup } from "~/usecases/groups/update";
import { onPage, orThrow, param } from "../frame/desk";
import { titled } from "../frame/title";
import { Button } from "../parts/button";
import { Conflict } from "../parts/conflict";
import { CheckboxField } from "../parts/field";
import { PostForm, useFormState } from "../parts/form";
import { Fold, PageHead } from "../parts/list";
import { NounConflict } from "../parts/noun-conflict";
import { answer, readPosted, showErrors, ticked } from "../parts/posted";
import { GroupForm } from "./group-form";

export { clientAction } from "../frame/client-action";
export { shouldRevalidate } from "../frame/revalidate";

export const handle = { guard: { kind: "member", role: "viewer", write: "admin" } satisfies Guard };

export const meta = titled("Group");

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
  if (!ticked(posted.fields, "sure")) return showErrors(posted, { sure: "Tick the box to delete the group." });
  return answer(posted, await deleteGroup(desk.ctx, given), list, "group-deleted");
});

export default function Group() {
  const { group, here } = useLoaderData<typeof loader>();
  const conflict = useFormState("group")?.conflict ?? false;
  return (
    <>
      <PageHead title={group.name} note="Component group" />
      <NounConflict form="group" saved={group} fields={groupFields} picks={{}} keepTo={here} />
      <Conflict form="delete" version={group.version} fields={[]} keepTo={here} />
      {conflict ? null : <GroupForm form="group" version={group.version} values={group} submit="Save" />}
      <Fold title="Delete this group" open={useFormState("delete") !== null}>
        <PostForm name="delete" version={group.version}>
          <CheckboxField name="sure" label="Yes, delete it; its components stay, ungrouped" checked={false} />
          <div>
            <Button look="danger">Delete the group</Button>
          </div>
        </PostForm>
      </Fold>
    </>
  );
}
