import { useLoaderData } from "@remix-run/react";
import { blankFieldValues, parseFieldValues } from "~/fields/fields";
import type { RouteGuard } from "~/http/guard";
import { pageDeskHandler, unwrapOrThrow } from "~/ui/frame/desk";
import { translatedPageTitleMeta } from "~/ui/frame/title";
import { PageHead } from "~/ui/parts/list";
import { fieldChoicesFromNames } from "~/ui/parts/noun-fields";
import { formResultResponse, readPostedForm } from "~/ui/parts/posted-form";
import { createComponent } from "../create";
import { listComponents } from "../list";
import { componentFields } from "../rules/fields";
import { ComponentForm } from "./component-form";
import { useWords, wordsIn } from "./words/words";

export { clientAction } from "~/ui/frame/client-action";

export const handle = { guard: { kind: "member", role: "admin" } satisfies RouteGuard };

export const meta = translatedPageTitleMeta(wordsIn, "new.title");

export const loader = pageDeskHandler(async ({ ctx, pageId }) => {
  const { groups, components } = unwrapOrThrow(await listComponents(ctx, { pageId }));
  return {
    others: fieldChoicesFromNames(components),
    groups: groups.map(({ id, name }) => ({ value: id, label: name })),
  };
});

export const action = pageDeskHandler(async (desk) => {
  const posted = await readPostedForm(desk);
  const given = { pageId: desk.pageId, commitId: posted.commitId, ...parseFieldValues(componentFields, posted.values) };
  return formResultResponse(
    posted,
    await createComponent(desk.ctx, given),
    `/manage/${desk.slug}/components`,
    "component-created",
  );
});

export default function NewComponentPage() {
  const { groups, others } = useLoaderData<typeof loader>();
  const { t } = useWords();
  return (
    <>
      <PageHead title={t("new.title")} />
      <ComponentForm
        form="component"
        values={blankFieldValues(componentFields)}
        groups={groups}
        others={others}
        submit={t("new.button")}
      />
    </>
  );
}
