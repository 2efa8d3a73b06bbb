import { useLoaderData } from "@remix-run/react";
import { groupedComponentNames, listComponents } from "~/components/list";
import { parseFieldValues } from "~/fields/fields";
import type { RouteGuard } from "~/http/guard";
import { previewMarkdown } from "~/incidents/preview";
import { pageDeskHandler, routeParam, unwrapAllOrThrow, unwrapOrThrow } from "~/ui/frame/desk";
import { useHasRole } from "~/ui/frame/may";
import { namedPageTitleMeta } from "~/ui/frame/title";
import { placeTrail as trail } from "~/ui/frame/trail";
import { Button } from "~/ui/parts/button";
import { EditConflictSection } from "~/ui/parts/conflict";
import { ButtonForm, useFormState } from "~/ui/parts/form";
import { PageHead, Section } from "~/ui/parts/list";
import { SafeHtml } from "~/ui/parts/markdown-field";
import { NounConflictSection } from "~/ui/parts/noun-conflict";
import { fieldChoicesFromNames } from "~/ui/parts/noun-fields";
import {
  formPreviewResponse,
  formResultResponse,
  readPostedForm,
  readPostedText,
  unknownFormResponse,
} from "~/ui/parts/posted-form";
import { templateFields } from "../rules/fields";
import { deleteTemplate, readTemplate, updateTemplate } from "../verbs";
import { TemplateForm } from "./template-form";
import { useWords, wordsIn } from "./words/words";

export { clientAction } from "~/ui/frame/client-action";
export { shouldRevalidate } from "~/ui/frame/revalidate";

export const handle = { guard: { kind: "member", role: "viewer", write: "admin" } satisfies RouteGuard, trail };

export const meta = namedPageTitleMeta(wordsIn, "page.one", "template.name");

export const loader = pageDeskHandler(async (desk) => {
  const { ctx, pageId, slug } = desk;
  const [template, listed] = await unwrapAllOrThrow(
    readTemplate(ctx, { pageId, id: routeParam(desk, "id") }),
    listComponents(ctx, { pageId }),
  );
  const { html } = unwrapOrThrow(await previewMarkdown(ctx, { pageId, body: template.body }));
  return {
    template,
    html,
    components: groupedComponentNames(listed),
    here: `/manage/${slug}/templates/${template.id}`,
  };
});

export const action = pageDeskHandler(async (desk) => {
  const { ctx, pageId, slug } = desk;
  const posted = await readPostedForm(desk);
  const given = { pageId, id: routeParam(desk, "id"), version: posted.version, commitId: posted.commitId };
  const list = `/manage/${slug}/templates`;
  if (posted.intent === "delete")
    return formResultResponse(posted, await deleteTemplate(ctx, given), list, "template-deleted");
  if (posted.intent === "preview") {
    return formPreviewResponse(
      posted,
      unwrapOrThrow(await previewMarkdown(ctx, { pageId, body: readPostedText(posted.fields, "body") })).html,
    );
  }
  // The form’s own name stands for a form without a pressed button, such as both versions of a conflict.
  if (posted.intent !== "save" && posted.intent !== "template") return unknownFormResponse(posted);
  const saved = await updateTemplate(ctx, { ...given, ...parseFieldValues(templateFields, posted.values) });
  return formResultResponse(posted, saved, list, "template-saved");
});

export default function TemplatePage() {
  const { template, html, components, here } = useLoaderData<typeof loader>();
  const { t } = useWords();
  const admin = useHasRole("admin");
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
      <NounConflictSection
        form="template"
        saved={template}
        fields={templateFields}
        picks={{ components: fieldChoicesFromNames(components) }}
        keepTo={here}
      />
      <EditConflictSection form="delete" version={version} fields={[]} keepTo={here} />
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
