import { data } from "@remix-run/cloudflare";
import { useActionData } from "@remix-run/react";
import type { RouteGuard } from "~/http/guard";
import { throwFailureResponse } from "~/http/page-failure";
import { refusalTexts } from "~/i18n/refusal-text";
import { pageDeskHandler } from "~/ui/frame/desk";
import { translatedPageTitleMeta } from "~/ui/frame/title";
import { EmptyState, PageHead } from "~/ui/parts/list";
import { WarningListBanner } from "~/ui/parts/notice";
import { readPostedForm } from "~/ui/parts/posted-form";
import { notificationPreviewInLanguage } from "../preview";
import { BackToForm, previewLanguageFieldName, type ReviewedFormValues } from "./back-form";
import { MessagePreviewsSection } from "./messages";
import { readPreviewLanguage, readReviewedForm } from "./reviewed-forms";
import { useWords, wordsIn } from "./words/words";

export { clientAction } from "~/ui/frame/client-action";

export const handle = { guard: { kind: "member", role: "responder" } satisfies RouteGuard };

export const meta = translatedPageTitleMeta(wordsIn, "page.title");

/** All data comes with the posted form; nothing is stored. */
export const loader = pageDeskHandler(async () => ({}));

/** True for fields that this page's own forms add to the carried one. */
const isOwn = (name: string) => name === "intent" || name === previewLanguageFieldName;

export const action = pageDeskHandler(async (desk) => {
  const reviewed = readReviewedForm(desk.url.searchParams);
  if (!reviewed) return data(null, { status: 422 });
  const { form, id } = reviewed;
  const posted = await readPostedForm(desk);
  const carried: ReviewedFormValues = {
    name: posted.form,
    version: posted.version,
    fields: [...posted.fields].flatMap(([name, value]) => (isOwn(name) ? [] : [[name, String(value)]])),
    action: `/manage/${desk.slug}/${form.place(encodeURIComponent(id))}`,
    email: `/manage/${desk.slug}/messages/email${desk.url.search}`,
    review: `/manage/${desk.slug}/messages${desk.url.search}`,
  };
  const seen = await form.look(desk, posted, notificationPreviewInLanguage(readPreviewLanguage(posted)), id);
  if (seen.ok) return { carried, preview: seen.value, refused: [] };
  if (seen.failure.name === "gone") return { carried, preview: null, refused: [] };
  if (seen.failure.name !== "invalid") throwFailureResponse(seen.failure);
  const refused = Object.values(refusalTexts(seen.failure.fields, posted.language));
  return data({ carried, preview: null, refused }, { status: 422 });
});

export default function MessageReviewPage() {
  const seen = useActionData<typeof action>();
  const { t } = useWords();
  if (!seen) return <EmptyState title={t("page.nothing")} about={t("page.nothing_about")} />;
  const { carried, preview, refused } = seen;
  return (
    <>
      <PageHead title={t("page.title")} note={t("page.about")} action={<BackToForm carried={carried} />} />
      {refused.length === 0 ? null : (
        <WarningListBanner title={t("page.refused")}>
          {refused.map((each) => (
            <li key={each}>{each}</li>
          ))}
        </WarningListBanner>
      )}
      {preview ? <MessagePreviewsSection preview={preview} carried={carried} /> : null}
      {preview === null && refused.length === 0 ? (
        <EmptyState title={t("page.unsent")} about={t("page.unsent_about")} />
      ) : null}
    </>
  );
}
