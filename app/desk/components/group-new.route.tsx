import type { Guard } from "~/http/guard";
import { groupFields } from "~/rules/components/fields";
import { blankOf, valuesIn } from "~/rules/fields/fields";
import { createGroup } from "~/usecases/groups/create";
import { onPage } from "../frame/desk";
import { titled } from "../frame/title";
import { PageHead } from "../parts/list";
import { answer, readPosted } from "../parts/posted";
import { GroupForm } from "./group-form";

export { clientAction } from "../frame/client-action";

export const handle = { guard: { kind: "member", role: "admin" } satisfies Guard };

export const meta = titled("New group");

export const action = onPage(async (desk) => {
  const posted = await readPosted(desk);
  const given = { pageId: desk.pageId, commitId: posted.commitId, ...valuesIn(groupFields, posted.values) };
  return answer(posted, await createGroup(desk.ctx, given), `/manage/${desk.slug}/components`, "group-made");
});

export default function NewGroup() {
  return (
    <>
      <PageHead title="New group" note="Components that belong together on the page." />
      <GroupForm form="group" values={blankOf(groupFields)} submit="Add the group" />
    </>
  );
}
