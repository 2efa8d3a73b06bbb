import { useLoaderData } from "@remix-run/react";
import { PageExportSection } from "~/backup/desk/backup-parts";
import { ConfigurationSection } from "~/configuration/managed/desk/configuration-link";
import { type Fields, parseFieldValues } from "~/fields/fields";
import type { RouteGuard } from "~/http/guard";
import { MovingInSection } from "~/importers/desk/import-links";
import { pageDeskHandler, unwrapOrThrow } from "~/ui/frame/desk";
import { useHasRole } from "~/ui/frame/may";
import { translatedPageTitleMeta } from "~/ui/frame/title";
import { useFormState } from "~/ui/parts/form";
import { NounConflictSection } from "~/ui/parts/noun-conflict";
import { formFailureResponse, formResultResponse, readPostedForm } from "~/ui/parts/posted-form";
import { pageGeneralFields } from "../../rules/fields";
import { updatePage } from "../../update";
import { readPage } from "../../verbs";
import { GeneralSettingsForm, GeneralSettingsPanel, generalFieldsFor, generalFormValues } from "./settings-general";
import { SettingsHead } from "./settings-nav";
import { useWords, wordsIn } from "./words/words";

export { clientAction } from "~/ui/frame/client-action";
export { shouldRevalidate } from "~/ui/frame/revalidate";

export const handle = { guard: { kind: "member", role: "viewer", write: "admin" } satisfies RouteGuard };

export const meta = translatedPageTitleMeta(wordsIn, "page.title");

export const loader = pageDeskHandler(async ({ ctx, pageId, slug }) => {
  const page = unwrapOrThrow(await readPage(ctx, { pageId }));
  return { page, slug, here: `/manage/${slug}/settings` };
});

export const action = pageDeskHandler(async (desk) => {
  const posted = await readPostedForm(desk);
  const { nagHours, slug: asked, ...said } = parseFieldValues(pageGeneralFields, posted.values);
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
  if (saved.ok || saved.failure.name !== "invalid") return formResultResponse(posted, saved, to, "settings-saved");
  return formFailureResponse(posted, named(saved.failure, desk.language));
});

type InvalidFailure = { name: "invalid"; fields: Record<string, string> };

/** Moves a message from minutes to the form's field, which is in hours. */
function named<T extends InvalidFailure>(failure: T, language: string): T {
  const { nagMinutes, ...fields } = failure.fields;
  const hours = nagMinutes === undefined ? {} : { nagHours: wordsIn(language).t("general.hours_wrong") };
  return { ...failure, fields: { ...fields, ...hours } };
}

export default function GeneralSettingsPage() {
  const words = useWords();
  const { page, slug, here } = useLoaderData<typeof loader>();
  const conflict = useFormState("settings")?.conflict ?? false;
  const may = { admin: useHasRole("admin"), owner: useHasRole("owner") };
  const values = generalFormValues(page);
  const fields: Fields = generalFieldsFor(words, values, may.owner);
  return (
    <>
      <SettingsHead slug={slug} may={may} />
      <NounConflictSection form="settings" saved={values} fields={fields} picks={{}} keepTo={here} />
      {may.admin ? null : <GeneralSettingsPanel values={values} />}
      {may.admin && !conflict ? <GeneralSettingsForm version={page.version} values={values} owner={may.owner} /> : null}
      <MovingInSection slug={slug} />
      <ConfigurationSection slug={slug} />
      {may.owner ? <PageExportSection slug={slug} /> : null}
    </>
  );
}
