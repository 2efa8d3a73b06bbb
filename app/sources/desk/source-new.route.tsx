import { useLoaderData } from "@remix-run/react";
import { watchedComponentChoices } from "~/alert-rules/desk/watch-choices";
import { listPossibleDependences } from "~/components/dependences/names";
import { listComponents } from "~/components/list";
import { blankFieldValues, parseFieldValues } from "~/fields/fields";
import type { RouteGuard } from "~/http/guard";
import { firstFreeName } from "~/text/proposed-name";
import { pageDeskHandler, unwrapAllOrThrow } from "~/ui/frame/desk";
import { translatedPageTitleMeta } from "~/ui/frame/title";
import { adapterWords } from "~/ui/parts/adapter-words";
import { FilterableKindTiles } from "~/ui/parts/kind-list";
import { PageHead } from "~/ui/parts/list";
import { fieldChoicesFromNames } from "~/ui/parts/noun-fields";
import { formResultResponse, readPostedForm, readPostedSettings, readPostedText } from "~/ui/parts/posted-form";
import { withProposedName } from "~/ui/parts/proposed-name";
import { createSource } from "../create";
import { sourceFields, sourceLogFields } from "../rules/fields";
import { samplePayloadMapping } from "../rules/mapping-names";
import { listSourceKinds } from "../verbs";
import { SourceForm } from "./source-form";
import { useWords, wordsIn } from "./words/words";

export { clientAction } from "~/ui/frame/client-action";

export const handle = { guard: { kind: "member", role: "admin" } satisfies RouteGuard };

export const meta = translatedPageTitleMeta(wordsIn, "page.new");

/** Kinds that take what any tool sends, which people look for last. */
const generalKinds = ["mail", "json", "cloudevents", "standard-webhooks"];

const kindsIn = (language: string) => listSourceKinds().map(adapterWords("sources", language).kind);

export const loader = pageDeskHandler(async ({ ctx, pageId, url, language }) => {
  const kinds = kindsIn(language);
  const [origins, listed] = await unwrapAllOrThrow(
    listPossibleDependences(ctx, { pageId }),
    listComponents(ctx, { pageId }),
  );
  const chosen = kinds.find(({ kind }) => kind === url.searchParams.get("kind")) ?? null;
  const name = firstFreeName(
    chosen?.title ?? "",
    origins.map((each) => each.name),
  );
  return {
    others: fieldChoicesFromNames(origins),
    kinds,
    chosen,
    name,
    components: watchedComponentChoices(listed, { vouches: false }),
  };
});

export const action = pageDeskHandler(async (desk) => {
  const posted = await readPostedForm(desk);
  const { ctx, pageId } = desk;
  const kind = readPostedText(posted.fields, "kind");
  const title = kindsIn(desk.language).find((each) => each.kind === kind)?.title ?? "";
  const made = await createSource(ctx, {
    pageId,
    kind,
    ...(await withProposedName(posted, parseFieldValues(sourceLogFields, posted.values), title, () =>
      listPossibleDependences(ctx, { pageId }),
    )),
    settings: readPostedSettings(posted.fields),
    commitId: posted.commitId,
  });
  return formResultResponse(posted, made, ({ id }) => `/manage/${desk.slug}/sources/${id}/setup`, "source-created");
});

export default function NewSourcePage() {
  const { t } = useWords();
  const { kinds, chosen, others, name, components } = useLoaderData<typeof loader>();
  if (!chosen) {
    return (
      <>
        <PageHead title={t("page.new")} note={t("page.which_kind")} />
        <FilterableKindTiles family="sources" kinds={kinds} general={generalKinds} />
      </>
    );
  }
  return (
    <>
      <PageHead title={t("page.new_of_kind", { kind: chosen.title })} note={t("page.new_about")} />
      <SourceForm
        form="source"
        action={`?kind=${chosen.kind}`}
        hidden={{ kind: chosen.kind }}
        settingFields={chosen.settings.filter(({ place }) => place === undefined)}
        others={others}
        fresh={{
          components,
          mapping: chosen.settings.filter((each) => each.place === "mapping" && each.name in samplePayloadMapping),
          mappingValues: samplePayloadMapping,
        }}
        values={{ ...blankFieldValues(sourceFields), name, settings: {} }}
        submit={t("button.create")}
        primary
      />
    </>
  );
}
