import { useActionData, useLoaderData } from "@remix-run/react";
import { settingValues } from "~/fields/setting";
import type { RouteGuard } from "~/http/guard";
import { pageDeskHandler, routeParam, unwrapOrThrow } from "~/ui/frame/desk";
import { namedPageTitleMeta } from "~/ui/frame/title";
import { adapterWords } from "~/ui/parts/adapter-words";
import { Button, ButtonLink, DefaultSubmitButton } from "~/ui/parts/button";
import { CheckboxField } from "~/ui/parts/field";
import { FocusedResultText } from "~/ui/parts/focused-answer";
import { PostForm, useFormState } from "~/ui/parts/form";
import { Card, EmptyState, PageHead, Section } from "~/ui/parts/list";
import { NounConflictSection } from "~/ui/parts/noun-conflict";
import { readPostedForm } from "~/ui/parts/posted-form";
import { useSettingFields } from "~/ui/parts/setting-fields";
import { TimeText } from "~/ui/parts/time-text";
import { readPayloadMapping } from "../mapping";
import { type PayloadMapping, payloadMappingFields } from "../rules/mapping-names";
import { handleMappingPost, type MappingActionData } from "./mapping-actions";
import { BodyValuesSection, MappingFields, usePathPicker } from "./mapping-fields";
import { sourceTrail } from "./source-trail";
import { TriedDeliveriesPanel } from "./tried-list";
import { useWords, wordsIn } from "./words/words";

export { clientAction } from "~/ui/frame/client-action";
export { shouldRevalidate } from "~/ui/frame/revalidate";

export const handle = { guard: { kind: "member", role: "admin" } satisfies RouteGuard, trail: sourceTrail };

export const meta = namedPageTitleMeta(wordsIn, "page.mapping", "view.source.name");

export const loader = pageDeskHandler(async (desk) => {
  const deliveryId = desk.url.searchParams.get("delivery") ?? undefined;
  const view = unwrapOrThrow(
    await readPayloadMapping(desk.ctx, { pageId: desk.pageId, id: routeParam(desk, "id"), deliveryId }),
  );
  const fields = adapterWords("sources", desk.language).settings(view.source.kind, view.fields);
  return {
    view: { ...view, fields },
    here: `/manage/${desk.slug}/sources/${routeParam(desk, "id")}`,
    name: view.source.name,
  };
});

export const action = pageDeskHandler(async (desk) => handleMappingPost(desk, await readPostedForm(desk)));

/** Returns the form's values. */
const textsOf = (values: PayloadMapping): Record<string, string> =>
  Object.fromEntries(payloadMappingFields.map((name) => [name, values[name] ?? ""]));

function Editor() {
  const { t } = useWords();
  const { view, here } = useLoaderData<typeof loader>();
  const state = useActionData() as MappingActionData | undefined;
  const tried = state?.view ?? view;
  const conflict = useFormState("mapping")?.conflict ?? false;
  const { ref, pick } = usePathPicker();
  const shown = tried.shown;
  const fields = useSettingFields(view.fields);
  return (
    <>
      <NounConflictSection
        form="mapping"
        saved={{ version: view.source.version, ...settingValues(view.fields, view.values) }}
        fields={fields}
        picks={{}}
        keepTo={`${here}/mapping`}
      />
      {conflict ? null : (
        <div ref={ref} className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_minmax(0,26rem)]">
          {shown ? <BodyValuesSection shown={shown} pick={pick} list={tried.values.list ?? ""} /> : null}
          <PostForm name="mapping" version={view.source.version} hidden={shown ? { delivery: shown.id } : {}}>
            <DefaultSubmitButton name="intent" value="try" />
            <Card>
              <MappingFields values={textsOf(view.values)} shown={shown} />
              {view.unread.length > 0 ? (
                <CheckboxField
                  name="replay"
                  label={t("mapping.replay", { count: view.unread.length })}
                  hint={t("mapping.replay_hint")}
                  checked
                />
              ) : null}
              <div className="flex flex-wrap gap-3">
                <Button name="intent" value="try">
                  {t("mapping.try")}
                </Button>
                <Button look="primary" name="intent" value="save">
                  {t("mapping.save")}
                </Button>
              </div>
            </Card>
          </PostForm>
        </div>
      )}
      <Section title={t("tried.section")}>
        {state?.view ? (
          <FocusedResultText className="font-medium">
            {t("tried.sum", { count: state.view.tried.reduce((sum, each) => sum + each.signals.length, 0) })}
          </FocusedResultText>
        ) : null}
        <TriedDeliveriesPanel tried={tried.tried} />
      </Section>
    </>
  );
}

export default function MappingPage() {
  const { t, say } = useWords();
  const { view, here } = useLoaderData<typeof loader>();
  const { source, shown, isMapped } = view;
  return (
    <>
      <PageHead title={t("page.mapping")} note={<bdi>{source.name}</bdi>} />
      {shown === null && !isMapped ? (
        <EmptyState title={t("mapping.nothing_yet")} about={t("mapping.nothing_yet_about")}>
          <ButtonLink to={`${here}/setup`}>{t("setup.open")}</ButtonLink>
        </EmptyState>
      ) : (
        <>
          <p className="max-w-prose text-soft">
            {shown ? say("mapping.about", { at: <TimeText at={shown.receivedAt} exact /> }) : t("mapping.about_blind")}
          </p>
          <Editor />
        </>
      )}
    </>
  );
}
