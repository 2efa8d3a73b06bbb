import { useLoaderData } from "@remix-run/react";
import { groupedComponentNames, listComponents } from "~/components/list";
import { blankFieldValues, parseFieldValues } from "~/fields/fields";
import type { RouteGuard } from "~/http/guard";
import { previewMarkdown } from "~/incidents/preview";
import { pageDeskHandler, unwrapOrThrow } from "~/ui/frame/desk";
import { translatedPageTitleMeta } from "~/ui/frame/title";
import { PageHead } from "~/ui/parts/list";
import {
  formPreviewResponse,
  formResultResponse,
  readPostedForm,
  readPostedText,
  unknownFormResponse,
} from "~/ui/parts/posted-form";
import { templateFields } from "../rules/fields";
import { createTemplate } from "../verbs";
import { TemplateForm } from "./template-form";
import { useWords, wordsIn } from "./words/words";

export { clientAction } from "~/ui/frame/client-action";

export const handle = { guard: { kind: "member", role: "admin" } satisfies RouteGuard };

export const meta = translatedPageTitleMeta(wordsIn, "page.new");

export const loader = pageDeskHandler(async ({ ctx, pageId }) => {
  return { components: groupedComponentNames(unwrapOrThrow(await listComponents(ctx, { pageId }))) };
});

export const action = pageDeskHandler(async (desk) => {
  const { ctx, pageId, slug } = desk;
  const posted = await readPostedForm(desk);
  if (posted.intent === "preview") {
    return formPreviewResponse(
      posted,
      unwrapOrThrow(await previewMarkdown(ctx, { pageId, body: readPostedText(posted.fields, "body") })).html,
    );
  }
  if (posted.intent !== "save") return unknownFormResponse(posted);
  const given = { pageId, commitId: posted.commitId, ...parseFieldValues(templateFields, posted.values) };
  return formResultResponse(posted, await createTemplate(ctx, given), `/manage/${slug}/templates`, "template-created");
});

export default function NewTemplatePage() {
  const { components } = useLoaderData<typeof loader>();
  const { t } = useWords();
  return (
    <>
      <PageHead title={t("page.new")} note={t("page.new_about")} />
      <TemplateForm
        form="template"
        values={blankFieldValues(templateFields)}
        components={components}
        submit={t("form.create")}
      />
    </>
  );
}
