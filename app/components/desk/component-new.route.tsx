import { useLoaderData } from "@remix-run/react";
import { blankOf, valuesIn } from "~/fields/fields";
import type { RouteGuard } from "~/http/guard";
import { onPage, orThrow } from "~/ui/frame/desk";
import { translatedPageTitle } from "~/ui/frame/title";
import { PageHead } from "~/ui/parts/list";
import { namedChoices } from "~/ui/parts/noun-fields";
import { answerForm, readPostedForm } from "~/ui/parts/posted-form";
import { createComponent } from "../create";
import { listComponents } from "../list";
import { componentFields } from "../rules/fields";
import { ComponentForm } from "./component-form";
import { useWords, wordsIn } from "./words/words";

export { clientAction } from "~/ui/frame/client-action";

export const handle = { guard: { kind: "member", role: "admin" } satisfies RouteGuard };

export const meta = translatedPageTitle(wordsIn, "new.title");

export const loader = onPage(async ({ ctx, pageId }) => {
  const { groups, components } = orThrow(await listComponents(ctx, { pageId }));
  return { others: namedChoices(components), groups: groups.map(({ id, name }) => ({ value: id, label: name })) };
});

export const action = onPage(async (desk) => {
  const posted = await readPostedForm(desk);
  const given = { pageId: desk.pageId, commitId: posted.commitId, ...valuesIn(componentFields, posted.values) };
  return answerForm(
    posted,
    await createComponent(desk.ctx, given),
    `/manage/${desk.slug}/components`,
    "component-created",
  );
});

export default function NewComponent() {
  const { groups, others } = useLoaderData<typeof loader>();
  const { t } = useWords();
  return (
    <>
      <PageHead title={t("new.title")} />
      <ComponentForm
        form="component"
        values={blankOf(componentFields)}
        groups={groups}
        others={others}
        submit={t("new.button")}
      />
    </>
  );
}
