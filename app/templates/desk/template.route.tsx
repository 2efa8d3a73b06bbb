import { useLoaderData } from "@remix-run/react";
import { groupedNames, listComponents } from "~/components/list";
import { valuesIn } from "~/fields/fields";
import type { RouteGuard } from "~/http/guard";
import { previewBody } from "~/incidents/preview";
import { allOrThrow, onPage, orThrow, param } from "~/ui/frame/desk";
import { useMay } from "~/ui/frame/may";
import { translatedPageTitle } from "~/ui/frame/title";
import { Button } from "~/ui/parts/button";
import { Conflict } from "~/ui/parts/conflict";
import { ButtonForm, useFormState } from "~/ui/parts/form";
import { PageHead, Section } from "~/ui/parts/list";
import { SafeHtml } from "~/ui/parts/markdown-field";
import { NounConflict } from "~/ui/parts/noun-conflict";
import { namedChoices } from "~/ui/parts/noun-fields";
import { answerForm, readPostedForm, refuseUnknown, showPreview, typedText } from "~/ui/parts/posted-form";
import { templateFields } from "../rules/fields";
import { deleteTemplate, readTemplate, updateTemplate } from "../verbs";
import { TemplateForm } from "./template-form";
import { useWords, wordsIn } from "./words/words";

export { clientAction } from "~/ui/frame/client-action";
export { shouldRevalidate } from "~/ui/frame/revalidate";

export const handle = { guard: { kind: "member", role: "viewer", write: "admin" } satisfies RouteGuard };

export const meta = translatedPageTitle(wordsIn, "page.one");

export const loader = onPage(async (desk) => {
  const { ctx, pageId, slug } = desk;
  const [template, listed] = await allOrThrow(
    readTemplate(ctx, { pageId, id: param(desk, "id") }),
    listComponents(ctx, { pageId }),
  );
  const { html } = orThrow(await previewBody(ctx, { pageId, body: template.body }));
  return { template, html, components: groupedNames(listed), here: `/manage/${slug}/templates/${template.id}` };
});

export const action = onPage(async (desk) => {
  const { ctx, pageId, slug } = desk;
  const posted = await readPostedForm(desk);
  const given = { pageId, id: param(desk, "id"), version: posted.version, commitId: posted.commitId };
  const list = `/manage/${slug}/templates`;
  if (posted.intent === "delete") return answerForm(posted, await deleteTemplate(ctx, given), list, "template-deleted");
  if (posted.intent === "preview") {
    return showPreview(
      posted,
      orThrow(await previewBody(ctx, { pageId, body: typedText(posted.fields, "body") })).html,
    );
  }
  // The form’s own name stands for a form without a pressed button, such as both versions of a conflict.
  if (posted.intent !== "save" && posted.intent !== "template") return refuseUnknown(posted);
  const saved = await updateTemplate(ctx, { ...given, ...valuesIn(templateFields, posted.values) });
  return answerForm(posted, saved, list, "template-saved");
});

export default function OneTemplate() {
  const { template, html, components, here } = useLoaderData<typeof loader>();
  const { t } = useWords();
  const admin = useMay("admin");
  const conflict = useFormState("template")?.conflict ?? false;
  const { version } = template;
  if (!admin) {
    return (
      <>
        <PageHead title={template.name} note={t("page.one")} />
        <Section title={template.title || t("page.untitled")}>
          <SafeHtml html={html} />
        </Section>
      </>
    );
  }
  return (
    <>
      <PageHead title={template.name} note={t("page.one")} />
      <NounConflict
        form="template"
        saved={template}
        fields={templateFields}
        picks={{ components: namedChoices(components) }}
        keepTo={here}
      />
      <Conflict form="delete" version={version} fields={[]} keepTo={here} />
      {conflict ? null : (
        <TemplateForm
          form="template"
          id={template.id}
          version={version}
          values={template}
          components={components}
          submit={t("form.save")}
        />
      )}
      <ButtonForm name="delete" version={version}>
        <Button look="danger">{t("form.delete")}</Button>
        <p className="text-sm text-soft">{t("form.delete_about")}</p>
      </ButtonForm>
    </>
  );
}
