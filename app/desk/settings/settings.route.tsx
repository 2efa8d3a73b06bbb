import { useLoaderData } from "@remix-run/react";
import type { Guard } from "~/http/guard";
import { readPage } from "~/usecases/pages/read";
import { updatePage } from "~/usecases/pages/update";
import { onPage, orThrow } from "../frame/desk";
import { useMay } from "../frame/may";
import { titled } from "../frame/title";
import { Conflict } from "../parts/conflict";
import { useFormState } from "../parts/form";
import { answer, readPosted, ticked, typed } from "../parts/posted";
import { GeneralFacts, GeneralForm, generalConflict } from "./settings-general";
import { SettingsHead } from "./settings-nav";

export { clientAction } from "../frame/client-action";
export { shouldRevalidate } from "../frame/revalidate";

export const handle = { guard: { kind: "member", role: "viewer", write: "admin" } satisfies Guard };

export const meta = titled("Settings");

export const loader = onPage(async ({ ctx, pageId, slug }) => {
  const page = orThrow(await readPage(ctx, { pageId }));
  return { page, slug, here: `/manage/${slug}/settings` };
});

/** What is no number stays one that no rule takes, so that its message stands beside the field. */
const numberOf = (text: string): number => (text === "" ? Number.NaN : Number(text.replace(",", ".")));

export const action = onPage(async (desk) => {
  const posted = await readPosted(desk);
  const read = (name: string) => typed(posted.fields, name).trim();
  const slug = posted.fields.has("slug") ? read("slug") : desk.slug;
  const saved = await updatePage(desk.ctx, {
    pageId: desk.pageId,
    version: posted.version,
    name: read("name"),
    slug,
    about: read("about"),
    timeZone: read("timeZone"),
    language: read("language"),
    noindex: ticked(posted.fields, "noindex"),
    partialWeight: numberOf(read("partialWeight")),
    historyDays: numberOf(read("historyDays")),
    nagMinutes: Math.round(numberOf(read("nagHours")) * 60),
    deliveryDays: numberOf(read("deliveryDays")),
    commitId: posted.commitId,
  });
  const shown =
    saved.ok || saved.failure.name !== "invalid" ? saved : { ok: false as const, failure: named(saved.failure) };
  return answer(posted, shown, `/manage/${slug}/settings`, "settings-saved");
});

type Invalid = { name: "invalid"; fields: Record<string, string> };

/** The form asks for hours where the rule speaks of minutes. */
function named<T extends Invalid>(failure: T): T {
  const { nagMinutes, ...fields } = failure.fields;
  const hours = nagMinutes === undefined ? {} : { nagHours: "Hours from 0 (never) to 168 (a week)." };
  return { ...failure, fields: { ...fields, ...hours } };
}

export default function Settings() {
  const { page, slug, here } = useLoaderData<typeof loader>();
  const conflict = useFormState("settings")?.conflict ?? false;
  const may = { admin: useMay("admin"), owner: useMay("owner") };
  return (
    <>
      <SettingsHead slug={slug} may={may} />
      <Conflict form="settings" version={page.version} fields={generalConflict(page)} keepTo={here} />
      {may.admin ? null : <GeneralFacts values={page} />}
      {may.admin && !conflict ? <GeneralForm version={page.version} values={page} owner={may.owner} /> : null}
    </>
  );
}
