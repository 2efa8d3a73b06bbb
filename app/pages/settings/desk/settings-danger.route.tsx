import { useLoaderData } from "@remix-run/react";
import type { RouteGuard } from "~/http/guard";
import { pageDeskHandler, unwrapOrThrow } from "~/ui/frame/desk";
import { translatedPageTitleMeta } from "~/ui/frame/title";
import { EditConflictSection } from "~/ui/parts/conflict";
import { formResultResponse, readPostedForm, readPostedText } from "~/ui/parts/posted-form";
import { deletePage } from "../../delete";
import { readPage } from "../../verbs";
import { DeletePageSection, TransferOwnershipSection } from "./settings-danger";
import { SettingsHead } from "./settings-nav";
import { wordsIn } from "./words/words";

export { clientAction } from "~/ui/frame/client-action";
export { shouldRevalidate } from "~/ui/frame/revalidate";

export const handle = { guard: { kind: "member", role: "owner" } satisfies RouteGuard };

export const meta = translatedPageTitleMeta(wordsIn, "nav.danger");

export const loader = pageDeskHandler(async ({ ctx, pageId, slug }) => {
  const { name, version } = unwrapOrThrow(await readPage(ctx, { pageId }));
  return { name, version, slug, here: `/manage/${slug}/settings/danger` };
});

export const action = pageDeskHandler(async (desk) => {
  const posted = await readPostedForm(desk);
  const { version, commitId, fields } = posted;
  const page = { pageId: desk.pageId, version, commitId };
  const gone = await deletePage(desk.ctx, { ...page, name: readPostedText(fields, "name") });
  return formResultResponse(posted, gone, "/manage", "page-deleted");
});

export default function DangerSettingsPage() {
  const { name, version, slug, here } = useLoaderData<typeof loader>();
  return (
    <>
      <SettingsHead slug={slug} may={{ admin: true, owner: true }} />
      <EditConflictSection form="delete" version={version} fields={[]} keepTo={here} />
      <TransferOwnershipSection slug={slug} />
      <DeletePageSection name={name} version={version} />
    </>
  );
}
