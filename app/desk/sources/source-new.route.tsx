import { useLoaderData } from "@remix-run/react";
import type { Guard } from "~/http/guard";
import { sourceFields } from "~/rules/alerts/fields";
import { blankOf, valuesIn } from "~/rules/fields/fields";
import { createSource } from "~/usecases/sources/create";
import { listSourceKinds } from "~/usecases/sources/kinds";
import { onPage } from "../frame/desk";
import { titled } from "../frame/title";
import { KindList } from "../parts/kind-list";
import { PageHead } from "../parts/list";
import { answer, readPosted, settingsOf, typed } from "../parts/posted";
import { SourceForm } from "./source-form";

export { clientAction } from "../frame/client-action";

export const handle = { guard: { kind: "member", role: "admin" } satisfies Guard };

export const meta = titled("New source");

export const loader = onPage(async ({ url }) => {
  const kinds = listSourceKinds();
  return { kinds, chosen: kinds.find(({ kind }) => kind === url.searchParams.get("kind")) ?? null };
});

export const action = onPage(async (desk) => {
  const posted = await readPosted(desk);
  const made = await createSource(desk.ctx, {
    pageId: desk.pageId,
    kind: typed(posted.fields, "kind"),
    ...valuesIn(sourceFields, posted.values),
    settings: settingsOf(posted.fields),
    commitId: posted.commitId,
  });
  return answer(posted, made, ({ id }) => `/manage/${desk.slug}/sources/${id}`, "source-made");
});

export default function NewSource() {
  const { kinds, chosen } = useLoaderData<typeof loader>();
  if (!chosen) {
    return (
      <>
        <PageHead title="New source" note="Which tool will send alerts?" />
        <KindList kinds={kinds} />
      </>
    );
  }
  return (
    <>
      <PageHead
        title={`New source: ${chosen.title}`}
        note="The source gets its own URL; the next page shows how to set it up."
      />
      <SourceForm
        form="source"
        action={`?kind=${chosen.kind}`}
        hidden={{ kind: chosen.kind }}
        settingFields={chosen.settings}
        values={{ ...blankOf(sourceFields), settings: {} }}
        submit="Make the source"
        primary
      />
    </>
  );
}
