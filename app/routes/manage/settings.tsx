import { useLoaderData } from "@remix-run/react";
import type { Guard } from "~/http/guard";
import { Conflict } from "~/ui/manage/conflict";
import { useFormState } from "~/ui/manage/form";
import { PageHead } from "~/ui/manage/list";
import { PageForm } from "~/ui/manage/page-form";
import { readPage } from "~/usecases/pages/read";
import { updatePage } from "~/usecases/pages/update";
import { onPage, orThrow } from "./desk";
import { answer, readPosted, typed } from "./posted";
import { titled } from "./title";

export { clientAction } from "./client-action";

export const handle = { guard: { kind: "member", role: "viewer", write: "admin" } satisfies Guard };

export const meta = titled("Settings");

export const loader = onPage(async ({ ctx, pageId, slug }) => {
  const page = orThrow(await readPage(ctx, { pageId }));
  return { page, here: `/manage/${slug}/settings` };
});

export const action = onPage(async (desk) => {
  const posted = await readPosted(desk);
  const read = (name: string) => typed(posted.fields, name).trim();
  const slug = read("slug");
  const saved = await updatePage(desk.ctx, {
    pageId: desk.pageId,
    version: posted.version,
    name: read("name"),
    slug,
    about: read("about"),
    timeZone: read("timeZone"),
    language: read("language"),
    accent: read("accent"),
    commitId: posted.commitId,
  });
  return answer(posted, saved, `/manage/${slug}/settings`, "settings-saved");
});

export default function Settings() {
  const { page, here } = useLoaderData<typeof loader>();
  const conflict = useFormState("settings")?.conflict ?? false;
  const fields = [
    { name: "name", label: "Name", theirs: page.name },
    { name: "slug", label: "Address", theirs: page.slug },
    { name: "about", label: "About", theirs: page.about },
    { name: "timeZone", label: "Time zone", theirs: page.timeZone },
    { name: "accent", label: "Accent colour", theirs: page.accent },
  ];
  return (
    <>
      <PageHead title="Settings" />
      <Conflict form="settings" version={page.version} fields={fields} keepTo={here} />
      {conflict ? null : <PageForm form="settings" version={page.version} values={page} submit="Save" />}
    </>
  );
}
