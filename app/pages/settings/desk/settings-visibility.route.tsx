import { useLoaderData } from "@remix-run/react";
import { valuesIn } from "~/fields/fields";
import type { RouteGuard } from "~/http/guard";
import { unsure } from "~/mutes/desk/subject-actions";
import { allOrThrow, onPage } from "~/ui/frame/desk";
import { translatedPageTitle } from "~/ui/frame/title";
import { Conflict } from "~/ui/parts/conflict";
import { useFormState } from "~/ui/parts/form";
import { PageHead } from "~/ui/parts/list";
import { NounConflict } from "~/ui/parts/noun-conflict";
import { answerForm, readPostedForm, refuseUnknown } from "~/ui/parts/posted-form";
import { readPagePassphrase, rotatePassphrase } from "../../passphrase";
import { visibilityFields } from "../../rules/fields";
import { pageAddress } from "../../rules/page-address";
import { updatePage } from "../../update";
import { readPage } from "../../verbs";
import { PassphrasePart, VisibilityForm } from "./settings-visibility";
import { useWords, wordsIn } from "./words/words";

export { clientAction } from "~/ui/frame/client-action";
export { shouldRevalidate } from "~/ui/frame/revalidate";

export const handle = { guard: { kind: "member", role: "owner" } satisfies RouteGuard };

export const meta = translatedPageTitle(wordsIn, "nav.visibility");

export const loader = onPage(async ({ ctx, pageId, slug }) => {
  const [page, passphrase] = await allOrThrow(readPage(ctx, { pageId }), readPagePassphrase(ctx, { pageId }));
  const unlockUrl = `${pageAddress(ctx.config.origin, page)}/unlock`;
  const { version, visibility } = page;
  return { version, visibility, passphrase, unlockUrl, slug, here: `/manage/${slug}/settings/visibility` };
});

export const action = onPage(async (desk) => {
  const posted = await readPostedForm(desk);
  const { version, commitId } = posted;
  const page = { pageId: desk.pageId, version, commitId };
  const here = `/manage/${desk.slug}/settings/visibility`;
  if (posted.intent === "rotate") {
    const refused = unsure(posted);
    if (refused) return refused;
    return answerForm(posted, await rotatePassphrase(desk.ctx, page), here, "passphrase-rotated");
  }
  if (posted.intent !== "visibility") return refuseUnknown(posted);
  const given = { ...page, ...valuesIn(visibilityFields, posted.values) };
  return answerForm(posted, await updatePage(desk.ctx, given), here, "visibility-saved");
});

export default function PageVisibility() {
  const { t } = useWords();
  const { version, visibility, passphrase, unlockUrl, here } = useLoaderData<typeof loader>();
  const conflict = useFormState("visibility")?.conflict ?? false;
  return (
    <>
      <PageHead title={t("nav.visibility")} />
      <NounConflict
        form="visibility"
        saved={{ visibility, version }}
        fields={visibilityFields}
        picks={{}}
        keepTo={here}
      />
      <Conflict form="rotate" version={version} fields={[]} keepTo={here} />
      {conflict ? null : <VisibilityForm version={version} visibility={visibility} />}
      {visibility === "passphrase" ? (
        <PassphrasePart version={version} passphrase={passphrase} unlockUrl={unlockUrl} />
      ) : null}
    </>
  );
}
