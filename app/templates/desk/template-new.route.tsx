import { useLoaderData } from "@remix-run/react";
import { listComponents, namedInGroups } from "~/components/list";
import { blankOf, valuesIn } from "~/fields/fields";
import type { Guard } from "~/http/guard";
import { previewBody } from "~/incidents/preview";
import { onPage, orThrow } from "~/ui/frame/desk";
import { titledBy } from "~/ui/frame/title";
import { PageHead } from "~/ui/parts/list";
import { answer, readPosted, refuseUnknown, showPreview, typed } from "~/ui/parts/posted";
import { templateFields } from "../rules/fields";
import { createTemplate } from "../verbs";
import { TemplateForm } from "./template-form";
import { useWords, wordsIn } from "./words/words";

export { clientAction } from "~/ui/frame/client-action";

export const handle = { guard: { kind: "member", role: "admin" } satisfies Guard };

export const meta = titledBy(wordsIn, "page.new");

export const loader = onPage(async ({ ctx, pageId }) => {
  return { components: namedInGroups(orThrow(await listComponents(ctx, { pageId }))) };
});

export const action = onPage(async (desk) => {
  const { ctx, pageId, slug } = desk;
  const posted = await readPosted(desk);
  if (posted.intent === "preview") {
    return showPreview(posted, orThrow(await previewBody(ctx, { pageId, body: typed(posted.fields, "body") })).html);
  }
  if (posted.intent !== "save") return refuseUnknown(posted);
  const given = { pageId, commitId: posted.commitId, ...valuesIn(templateFields, posted.values) };
  return answer(posted, await createTemplate(ctx, given), `/manage/${slug}/templates`, "template-created");
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
