import { useLoaderData } from "@remix-run/react";
import { groupedNames, listComponents } from "~/components/list";
import { blankOf, valuesIn } from "~/fields/fields";
import type { RouteGuard } from "~/http/guard";
import { previewBody } from "~/incidents/preview";
import { onPage, orThrow } from "~/ui/frame/desk";
import { translatedPageTitle } from "~/ui/frame/title";
import { PageHead } from "~/ui/parts/list";
import { answerForm, readPostedForm, refuseUnknown, showPreview, typedText } from "~/ui/parts/posted-form";
import { templateFields } from "../rules/fields";
import { createTemplate } from "../verbs";
import { TemplateForm } from "./template-form";
import { useWords, wordsIn } from "./words/words";

export { clientAction } from "~/ui/frame/client-action";

export const handle = { guard: { kind: "member", role: "admin" } satisfies RouteGuard };

export const meta = translatedPageTitle(wordsIn, "page.new");

export const loader = onPage(async ({ ctx, pageId }) => {
  return { components: groupedNames(orThrow(await listComponents(ctx, { pageId }))) };
});

export const action = onPage(async (desk) => {
  const { ctx, pageId, slug } = desk;
  const posted = await readPostedForm(desk);
  if (posted.intent === "preview") {
    return showPreview(
      posted,
      orThrow(await previewBody(ctx, { pageId, body: typedText(posted.fields, "body") })).html,
    );
  }
  if (posted.intent !== "save") return refuseUnknown(posted);
  const given = { pageId, commitId: posted.commitId, ...valuesIn(templateFields, posted.values) };
  return answerForm(posted, await createTemplate(ctx, given), `/manage/${slug}/templates`, "template-created");
});

export default function NewTemplate() {
  const { components } = useLoaderData<typeof loader>();
  const { t } = useWords();
  return (
    <>
      <PageHead title={t("page.new")} note={t("page.new_about")} />
      <TemplateForm
        form="template"
        values={blankOf(templateFields)}
        components={components}
        submit={t("form.create")}
      />
    </>
  );
}
