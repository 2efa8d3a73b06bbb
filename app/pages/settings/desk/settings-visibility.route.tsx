import { useLoaderData } from "@remix-run/react";
import { parseFieldValues } from "~/fields/fields";
import type { RouteGuard } from "~/http/guard";
import { missingConfirmationErrors } from "~/mutes/desk/subject-actions";
import { pageDeskHandler, unwrapAllOrThrow } from "~/ui/frame/desk";
import { translatedPageTitleMeta } from "~/ui/frame/title";
import { EditConflictSection } from "~/ui/parts/conflict";
import { useFormState } from "~/ui/parts/form";
import { PageHead } from "~/ui/parts/list";
import { NounConflictSection } from "~/ui/parts/noun-conflict";
import { formResultResponse, readPostedForm, unknownFormResponse } from "~/ui/parts/posted-form";
import { readPagePassphrase, rotatePagePassphrase } from "../../passphrase";
import { pageVisibilityFields } from "../../rules/fields";
import { pageAddress } from "../../rules/page-address";
import { updatePage } from "../../update";
import { readPage } from "../../verbs";
import { PassphraseSection, VisibilityForm } from "./settings-visibility";
import { useWords, wordsIn } from "./words/words";

export { clientAction } from "~/ui/frame/client-action";
export { shouldRevalidate } from "~/ui/frame/revalidate";

export const handle = { guard: { kind: "member", role: "owner" } satisfies RouteGuard };

export const meta = translatedPageTitleMeta(wordsIn, "nav.visibility");

export const loader = pageDeskHandler(async ({ ctx, pageId, slug }) => {
  const [page, passphrase] = await unwrapAllOrThrow(readPage(ctx, { pageId }), readPagePassphrase(ctx, { pageId }));
  const unlockUrl = `${pageAddress(ctx.config.origin, page)}/unlock`;
  const { version, visibility } = page;
  return { version, visibility, passphrase, unlockUrl, slug, here: `/manage/${slug}/settings/visibility` };
});

export const action = pageDeskHandler(async (desk) => {
  const posted = await readPostedForm(desk);
  const { version, commitId } = posted;
  const page = { pageId: desk.pageId, version, commitId };
  const here = `/manage/${desk.slug}/settings/visibility`;
  if (posted.intent === "rotate") {
    const refused = missingConfirmationErrors(posted);
    if (refused) return refused;
    return formResultResponse(posted, await rotatePagePassphrase(desk.ctx, page), here, "passphrase-rotated");
  }
  if (posted.intent !== "visibility") return unknownFormResponse(posted);
  const given = { ...page, ...parseFieldValues(pageVisibilityFields, posted.values) };
  return formResultResponse(posted, await updatePage(desk.ctx, given), here, "visibility-saved");
});

export default function VisibilitySettingsPage() {
  const { t } = useWords();
  const { version, visibility, passphrase, unlockUrl, here } = useLoaderData<typeof loader>();
  const conflict = useFormState("visibility")?.conflict ?? false;
  return (
    <>
      <PageHead title={t("nav.visibility")} />
      <NounConflictSection
        form="visibility"
        saved={{ visibility, version }}
        fields={pageVisibilityFields}
        picks={{}}
        keepTo={here}
      />
      <EditConflictSection form="rotate" version={version} fields={[]} keepTo={here} />
      {conflict ? null : <VisibilityForm version={version} visibility={visibility} />}
      {visibility === "passphrase" ? (
        <PassphraseSection version={version} passphrase={passphrase} unlockUrl={unlockUrl} />
      ) : null}
    </>
  );
}
