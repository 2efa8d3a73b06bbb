import { useLoaderData } from "@remix-run/react";
import { parseFieldValues } from "~/fields/fields";
import type { RouteGuard } from "~/http/guard";
import { throwFailureResponse } from "~/http/page-failure";
import { pageDeskHandler, routeParam, unwrapOrThrow } from "~/ui/frame/desk";
import { namedPageTitleMeta } from "~/ui/frame/title";
import { EditConflictSection } from "~/ui/parts/conflict";
import { useFormState } from "~/ui/parts/form";
import { CheckboxConfirmFold } from "~/ui/parts/form-part";
import { PageHead } from "~/ui/parts/list";
import { NounConflictSection } from "~/ui/parts/noun-conflict";
import {
  formErrorsResponse,
  formResultResponse,
  isCheckboxTicked,
  readPostedForm,
  unknownFormResponse,
} from "~/ui/parts/posted-form";
import { deleteComponentGroup, updateComponentGroup } from "../groups/verbs";
import { listComponents } from "../list";
import { componentGroupFields } from "../rules/fields";
import { ComponentGroupForm } from "./group-form";
import { useWords, wordsIn } from "./words/words";

export { clientAction } from "~/ui/frame/client-action";
export { shouldRevalidate } from "~/ui/frame/revalidate";

export const handle = { guard: { kind: "member", role: "viewer", write: "admin" } satisfies RouteGuard };

export const meta = namedPageTitleMeta(wordsIn, "group.title", "group.name");

export const loader = pageDeskHandler(async (desk) => {
  const { groups } = unwrapOrThrow(await listComponents(desk.ctx, { pageId: desk.pageId }));
  const group = groups.find((each) => each.id === routeParam(desk, "id"));
  if (!group) throwFailureResponse({ name: "missing" });
  return { group, here: `/manage/${desk.slug}/groups/${group.id}` };
});

export const action = pageDeskHandler(async (desk) => {
  const posted = await readPostedForm(desk);
  const given = {
    pageId: desk.pageId,
    id: routeParam(desk, "id"),
    version: posted.version,
    commitId: posted.commitId,
  };
  const list = `/manage/${desk.slug}/components`;
  if (posted.intent === "group") {
    const saved = await updateComponentGroup(desk.ctx, {
      ...given,
      ...parseFieldValues(componentGroupFields, posted.values),
    });
    return formResultResponse(posted, saved, list, "group-saved");
  }
  if (posted.intent !== "delete") return unknownFormResponse(posted);
  const { t } = wordsIn(desk.language);
  if (!isCheckboxTicked(posted.fields, "sure")) return formErrorsResponse(posted, { sure: t("group.delete_unsure") });
  return formResultResponse(posted, await deleteComponentGroup(desk.ctx, given), list, "group-deleted");
});

export default function ComponentGroupPage() {
  const { t } = useWords();
  const { group, here } = useLoaderData<typeof loader>();
  const conflict = useFormState("group")?.conflict ?? false;
  return (
    <>
      <PageHead title={group.name} note={t("group.about")} />
      <NounConflictSection form="group" saved={group} fields={componentGroupFields} picks={{}} keepTo={here} />
      <EditConflictSection form="delete" version={group.version} fields={[]} keepTo={here} />
      {conflict ? null : (
        <ComponentGroupForm form="group" version={group.version} values={group} submit={t("edit.button")} />
      )}
      <CheckboxConfirmFold
        name="delete"
        version={group.version}
        title={t("group.delete")}
        label={t("group.delete_sure")}
        button={t("group.delete_button")}
      />
    </>
  );
}
