import { useLoaderData } from "@remix-run/react";
import type { RouteGuard } from "~/http/guard";
import { onPage, orThrow } from "~/ui/frame/desk";
import { translatedPageTitle } from "~/ui/frame/title";
import { Conflict } from "~/ui/parts/conflict";
import { answerForm, readPostedForm, typedText } from "~/ui/parts/posted-form";
import { deletePage } from "../../delete";
import { readPage } from "../../verbs";
import { DeletePart, HandOverPart } from "./settings-danger";
import { SettingsHead } from "./settings-nav";
import { wordsIn } from "./words/words";

export { clientAction } from "~/ui/frame/client-action";
export { shouldRevalidate } from "~/ui/frame/revalidate";

export const handle = { guard: { kind: "member", role: "owner" } satisfies RouteGuard };

export const meta = translatedPageTitle(wordsIn, "nav.danger");

export const loader = onPage(async ({ ctx, pageId, slug }) => {
  const { name, version } = orThrow(await readPage(ctx, { pageId }));
  return { name, version, slug, here: `/manage/${slug}/settings/danger` };
});

export const action = onPage(async (desk) => {
  const posted = await readPostedForm(desk);
  const { version, commitId, fields } = posted;
  const page = { pageId: desk.pageId, version, commitId };
  const gone = await deletePage(desk.ctx, { ...page, name: typedText(fields, "name") });
  return answerForm(posted, gone, "/manage", "page-deleted");
});

export default function Danger() {
  const { name, version, slug, here } = useLoaderData<typeof loader>();
  return (
    <>
      <SettingsHead slug={slug} may={{ admin: true, owner: true }} />
      <Conflict form="delete" version={version} fields={[]} keepTo={here} />
      <HandOverPart slug={slug} />
      <DeletePart name={name} version={version} />
    </>
  );
}
