import { useLoaderData } from "@remix-run/react";
import { PageExportPart } from "~/backup/desk/backup-parts";
import { type Fields, valuesIn } from "~/fields/fields";
import type { RouteGuard } from "~/http/guard";
import { onPage, orThrow } from "~/ui/frame/desk";
import { useMay } from "~/ui/frame/may";
import { translatedPageTitle } from "~/ui/frame/title";
import { useFormState } from "~/ui/parts/form";
import { NounConflict } from "~/ui/parts/noun-conflict";
import { answerForm, readPostedForm, showFailure } from "~/ui/parts/posted-form";
import { generalFields } from "../../rules/fields";
import { updatePage } from "../../update";
import { readPage } from "../../verbs";
import { fieldsOf, GeneralFacts, GeneralForm, generalValues } from "./settings-general";
import { SettingsHead } from "./settings-nav";
import { useWords, wordsIn } from "./words/words";

export { clientAction } from "~/ui/frame/client-action";
export { shouldRevalidate } from "~/ui/frame/revalidate";

export const handle = { guard: { kind: "member", role: "viewer", write: "admin" } satisfies RouteGuard };

export const meta = translatedPageTitle(wordsIn, "page.title");

export const loader = onPage(async ({ ctx, pageId, slug }) => {
  const page = orThrow(await readPage(ctx, { pageId }));
  return { page, slug, here: `/manage/${slug}/settings` };
});

export const action = onPage(async (desk) => {
  const posted = await readPostedForm(desk);
  const { nagHours, slug: asked, ...said } = valuesIn(generalFields, posted.values);
  const slug = "slug" in posted.values ? asked.trim() : desk.slug;
  const saved = await updatePage(desk.ctx, {
    pageId: desk.pageId,
    version: posted.version,
    ...said,
    slug,
    nagMinutes: Math.round(nagHours * 60),
    commitId: posted.commitId,
  });
  const to = `/manage/${slug}/settings`;
  if (saved.ok || saved.failure.name !== "invalid") return answerForm(posted, saved, to, "settings-saved");
  return showFailure(posted, named(saved.failure, desk.language));
});

type Invalid = { name: "invalid"; fields: Record<string, string> };

/** Moves a message from minutes to the form's field, which is in hours. */
function named<T extends Invalid>(failure: T, language: string): T {
  const { nagMinutes, ...fields } = failure.fields;
  const hours = nagMinutes === undefined ? {} : { nagHours: wordsIn(language).t("general.hours_wrong") };
  return { ...failure, fields: { ...fields, ...hours } };
}

export default function Settings() {
  const words = useWords();
  const { page, slug, here } = useLoaderData<typeof loader>();
  const conflict = useFormState("settings")?.conflict ?? false;
  const may = { admin: useMay("admin"), owner: useMay("owner") };
  const values = generalValues(page);
  const fields: Fields = fieldsOf(words, values, may.owner);
  return (
    <>
      <SettingsHead slug={slug} may={may} />
      <NounConflict form="settings" saved={values} fields={fields} picks={{}} keepTo={here} />
      {may.admin ? null : <GeneralFacts values={values} />}
      {may.admin && !conflict ? <GeneralForm version={page.version} values={values} owner={may.owner} /> : null}
      {may.owner ? <PageExportPart slug={slug} /> : null}
    </>
  );
}
