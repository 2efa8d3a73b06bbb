import { useLoaderData } from "@remix-run/react";
import { commitIdOfContent } from "~/http/commit-id";
import type { RouteGuard } from "~/http/guard";
import { MovingInText } from "~/importers/desk/import-links";
import { hasMailer } from "~/people/mails/offers-mail";
import { dayMs } from "~/time/durations";
import { type PageDeskRequest, pageDeskHandler } from "~/ui/frame/desk";
import { translatedPageTitleMeta } from "~/ui/frame/title";
import { Button } from "~/ui/parts/button";
import { FileField, TextArea } from "~/ui/parts/field";
import { PostForm } from "~/ui/parts/form";
import { Card, PageHead } from "~/ui/parts/list";
import {
  formResultResponse,
  type PostedForm,
  readPostedForm,
  readPostedText,
  readUploadedText,
} from "~/ui/parts/posted-form";
import { RadioField } from "~/ui/parts/radio-choices";
import { importSubscribers } from "../import";
import { importConfirmWindowMs, maxImportedRequestsPerDay } from "../rules/subscriber";
import { subscriberImportConsents } from "../rules/subscriber-import";
import { NoMailerBanner } from "./no-mailer-notice";
import { useWords, wordsIn } from "./words/words";

export { clientAction } from "~/ui/frame/client-action";

export const handle = { guard: { kind: "member", role: "admin" } satisfies RouteGuard };

export const meta = translatedPageTitleMeta(wordsIn, "import.title");

export const loader = pageDeskHandler(async ({ ctx, slug }) => ({ mail: await hasMailer(ctx), slug }));

/**
 * Makes the commit id depend on the file, so that another file from the same form, as after going back, is another
 * commit.
 */
const commitIdOfFile = ({ ctx }: PageDeskRequest, { commitId }: PostedForm, file: string): Promise<string> =>
  commitIdOfContent(ctx, commitId, `${commitId}\n${file}`);

export const action = pageDeskHandler(async (desk) => {
  const chosen = await readUploadedText(desk, "upload");
  const posted = await readPostedForm(desk);
  const file = chosen || readPostedText(posted.fields, "file");
  const agreement = readPostedText(posted.fields, "agreement");
  const imported = await importSubscribers(desk.ctx, {
    pageId: desk.pageId,
    commitId: await commitIdOfFile(desk, posted, `${agreement}\n${file}`),
    file,
    agreement,
  });
  const done = agreement === "asked" ? "subscribers-asked" : "subscribers-imported";
  return formResultResponse(posted, imported, `/manage/${desk.slug}/subscribers`, done);
});

/** Column names of the file's first line, the same in every language. */
const columns = { email: "email", components: "components", language: "language", time_zone: "time_zone" };

export default function ImportSubscribersPage() {
  const { t } = useWords();
  const { mail, slug } = useLoaderData<typeof loader>();
  const agreements = subscriberImportConsents.map((value) => ({
    value,
    label: t(`import.${value}`),
    about: t(`import.${value}_hint`, { most: maxImportedRequestsPerDay, days: importConfirmWindowMs / dayMs }),
  }));
  return (
    <>
      <PageHead title={t("import.title")} note={t("import.about")} />
      {mail ? null : <NoMailerBanner />}
      <PostForm name="import" files>
        <Card>
          <FileField
            name="upload"
            label={t("import.file")}
            hint={t("import.file_hint", columns)}
            accept=".csv,text/csv,text/plain"
          />
          <TextArea name="file" label={t("import.lines")} hint={t("import.lines_hint")} rows={8} />
          <RadioField name="agreement" legend={t("import.agreement")} value="" choices={agreements} />
          <div>
            <Button look="primary">{t("import.button")}</Button>
          </div>
        </Card>
      </PostForm>
      <MovingInText slug={slug} />
    </>
  );
}
