import { useLoaderData } from "@remix-run/react";
import { parseFieldValues } from "~/fields/fields";
import type { RouteGuard } from "~/http/guard";
import { formSubjectOf, pageDeskHandler, routeParam, unwrapOrThrow } from "~/ui/frame/desk";
import { useHasRole } from "~/ui/frame/may";
import { translatedPageTitleMeta } from "~/ui/frame/title";
import { placeTrail } from "~/ui/frame/trail";
import { ConfirmFold } from "~/ui/parts/confirm";
import { useFieldText } from "~/ui/parts/field-text";
import { useFormState } from "~/ui/parts/form";
import { Link } from "~/ui/parts/link";
import { PageHead } from "~/ui/parts/list";
import { NounConflictSection } from "~/ui/parts/noun-conflict";
import { NounFieldsForm } from "~/ui/parts/noun-form";
import { formResultResponse, readPostedForm, unknownFormResponse } from "~/ui/parts/posted-form";
import { savedViewFields, savedViewNameFields } from "../rules/fields";
import { deleteSavedView, readSavedView, updateSavedView } from "../verbs";
import { savedViewAddress } from "./saved-view-address";
import { savedViewsPath } from "./saved-view-form";
import { useWords, wordsIn } from "./words/words";

export { clientAction } from "~/ui/frame/client-action";
export { shouldRevalidate } from "~/ui/frame/revalidate";

export const handle = { guard: { kind: "member", role: "viewer" } satisfies RouteGuard, trail: placeTrail };

export const meta = translatedPageTitleMeta(wordsIn, "page.one");

export const loader = pageDeskHandler(async (desk) => {
  const { ctx, pageId, slug } = desk;
  const view = unwrapOrThrow(await readSavedView(ctx, { pageId, id: routeParam(desk, "id") }));
  return { view, list: savedViewAddress(slug, view), here: `${savedViewsPath(slug)}/${view.id}` };
});

export const action = pageDeskHandler(async (desk) => {
  const posted = await readPostedForm(desk);
  const [subject, list] = [formSubjectOf(desk, posted), savedViewsPath(desk.slug)];
  if (posted.intent === "delete")
    return formResultResponse(posted, await deleteSavedView(desk.ctx, subject), list, "view-deleted");
  if (posted.intent !== "rename") return unknownFormResponse(posted);
  const given = { ...subject, ...parseFieldValues(savedViewNameFields, posted.values) };
  return formResultResponse(posted, await updateSavedView(desk.ctx, given), list, "view-renamed");
});

/** Renames and deletes the view. */
function ViewForms() {
  const { view, here } = useLoaderData<typeof loader>();
  const { t } = useWords();
  const isConflict = useFormState("rename")?.conflict ?? false;
  const about = { form: "rename", fields: savedViewNameFields, picks: {} };
  return (
    <>
      <NounConflictSection {...about} saved={view} keepTo={here} />
      {isConflict ? null : <NounFieldsForm {...about} values={view} version={view.version} submit={t("form.rename")} />}
      <ConfirmFold name="delete" hidden={{}} label={t("form.delete")} about={view.name}>
        {t(view.everyone ? "form.delete_everyone" : "form.delete_own")}
      </ConfirmFold>
    </>
  );
}

export default function SavedViewPage() {
  const { view, list } = useLoaderData<typeof loader>();
  const { t } = useWords();
  const admin = useHasRole("admin");
  const rooms = useFieldText(savedViewFields.room).choices;
  return (
    <>
      <PageHead title={view.name} note={rooms[view.room]} />
      {list === null ? null : (
        <Link to={list} className="inline-flex min-h-hit items-center justify-self-start">
          {t("form.open")}
        </Link>
      )}
      {view.everyone && !admin ? null : <ViewForms />}
    </>
  );
}
