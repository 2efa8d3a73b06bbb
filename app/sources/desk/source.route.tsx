import { useLoaderData } from "@remix-run/react";
import { readUnwatchedAfterDelete } from "~/alert-rules/unwatched-after-delete";
import { listUnassignedAlerts } from "~/alerts/list-unassigned-alerts";
import { alertTitleTranslator } from "~/alerts/shown/desk/alert-titles";
import { UnassignedAlertsBanner } from "~/alerts/shown/desk/unassigned-alerts";
import { listPossibleDependences } from "~/components/dependences/names";
import { groupedComponentNames, listComponents } from "~/components/list";
import { type SettingField, settingValues } from "~/fields/setting";
import type { RouteGuard } from "~/http/guard";
import { MuteForm } from "~/mutes/desk/mute-form";
import { AdminEditSection } from "~/ui/frame/change-section";
import { pageDeskHandler, routeParam, unwrapAllOrThrow } from "~/ui/frame/desk";
import { useHasRole } from "~/ui/frame/may";
import { namedPageTitleMeta } from "~/ui/frame/title";
import { placeTrail as trail } from "~/ui/frame/trail";
import { adapterWords } from "~/ui/parts/adapter-words";
import { ButtonLink } from "~/ui/parts/button";
import { useFormState } from "~/ui/parts/form";
import { ButtonConflictSection } from "~/ui/parts/form-part";
import { Fold, PageHead, Section } from "~/ui/parts/list";
import { NoticeBanner } from "~/ui/parts/notice";
import { NounConflictSection } from "~/ui/parts/noun-conflict";
import { fieldChoicesFromNames } from "~/ui/parts/noun-fields";
import { readPostedForm } from "~/ui/parts/posted-form";
import { SealedValueBanner } from "~/ui/parts/sealed-notice";
import { useSettingFields } from "~/ui/parts/setting-fields";
import { VerbatimText } from "~/ui/parts/verbatim";
import { listDeliveries } from "../list-deliveries";
import { readSource } from "../read";
import { sourceDependsField, sourceNameField, sourceQuietFields } from "../rules/fields";
import { sourceQuietQuestionOf } from "../rules/quiet";
import { ruleEffectSummaryOf } from "../rules/rule-effect";
import { SourceDeliveriesPanel } from "./delivery-list";
import { SourceOverlapBanners } from "./overlaps";
import { QuietSourceBanner, sourceQuietFormName } from "./quiet-notice";
import { AlertRulesPanel } from "./rule-list";
import { SendTestButton, usesIngestAddress } from "./setup-parts";
import { handleSourcePost } from "./source-actions";
import { SourceForm } from "./source-form";
import { DeleteSourceFold, RotateSourceAddressFold } from "./source-parts";
import { useWords, wordsIn } from "./words/words";

export { clientAction } from "~/ui/frame/client-action";
export { shouldRevalidate } from "~/ui/frame/revalidate";

export const handle = { guard: { kind: "member", role: "viewer", write: "responder" } satisfies RouteGuard, trail };

export const meta = namedPageTitleMeta(wordsIn, "page.one", "source.name");

export const loader = pageDeskHandler(async (desk) => {
  const { ctx, pageId, slug } = desk;
  const id = routeParam(desk, "id");
  const [read, listed, { deliveries, days }, origins, { alone, staying }, nobodys] = await unwrapAllOrThrow(
    readSource(ctx, { pageId, id }),
    listComponents(ctx, { pageId }),
    listDeliveries(ctx, { pageId, sourceId: id }),
    listPossibleDependences(ctx, { pageId, of: id }),
    readUnwatchedAfterDelete(ctx, { pageId, going: { sources: [id] } }),
    listUnassignedAlerts(ctx, { pageId }),
  );
  const others = fieldChoicesFromNames(origins);
  const { kind } = read.source;
  const named = groupedComponentNames(listed);
  const rules = read.rules.map(({ id: ruleId, version, match, mode, catchAll, components }) => ({
    id: ruleId,
    version,
    match,
    mode,
    catchAll,
    effect: ruleEffectSummaryOf(components, named),
  }));
  const words = adapterWords("sources", desk.language);
  const titled = await alertTitleTranslator(desk);
  return {
    ...read,
    ...words.row({ kind, kindTitle: read.kindTitle }),
    // Settings with a page of their own are not in this form.
    settingFields: words.settings(
      kind,
      read.settingFields.filter(({ place }) => place === undefined),
    ),
    maps: mapsOf(read),
    deliveries: deliveries.slice(0, 10),
    days,
    alone: alone.map(({ name }) => name),
    unassigned: nobodys
      .filter(({ sourceId }) => sourceId === id)
      .map((each) => ({ ...each, alert: titled(each.alert) })),
    slug,
    staying,
    rules,
    others,
    here: `/manage/${slug}/sources/${id}`,
  };
});

/** Returns the state of its mapping; null when the kind has no mapping. */
function mapsOf({ settingFields, settings }: { settingFields: SettingField[]; settings: Record<string, unknown> }) {
  if (!settingFields.some(({ place }) => place === "mapping")) return null;
  return settings.id === undefined ? ("not_yet" as const) : ("set" as const);
}

export const action = pageDeskHandler(async (desk) => handleSourcePost(desk, await readPostedForm(desk)));

function SetupPart() {
  const { t } = useWords();
  const { ingestUrl, unreadable, overlaps, here, source, maps, setup } = useLoaderData<typeof loader>();
  const admin = useHasRole("admin");
  if (admin && unreadable.address) return <SealedValueBanner what={t("setup.sealed")} again={t("setup.sealed_next")} />;
  if (!admin || !ingestUrl) return <p className="text-soft">{t("setup.admins_only")}</p>;
  const [first] = usesIngestAddress(setup, ingestUrl) ? [] : setup;
  return (
    <>
      <SourceOverlapBanners overlaps={overlaps} version={source.version} keepTo={here} />
      <VerbatimText label={first?.title ?? t("setup.address")}>{first?.paste ?? ingestUrl}</VerbatimText>
      {maps === "not_yet" ? <NoticeBanner tone="warning">{t("mapping.missing")}</NoticeBanner> : null}
      <div className="flex flex-wrap gap-3">
        <ButtonLink to={`${here}/setup`}>{t("setup.open")}</ButtonLink>
        {maps === null ? null : (
          <ButtonLink to={`${here}/mapping`} look={maps === "not_yet" ? "primary" : "quiet"}>
            {t(maps === "not_yet" ? "mapping.begin" : "mapping.change")}
          </ButtonLink>
        )}
        {maps === "not_yet" ? null : <SendTestButton />}
      </div>
    </>
  );
}

function EditPart() {
  const { t } = useWords();
  const { source, settings, settingFields, others, here, unreadable, overlaps, alone, staying } =
    useLoaderData<typeof loader>();
  const state = useFormState("source");
  return (
    <>
      {unreadable.settings ? <NoticeBanner tone="warning">{t("edit.sealed")}</NoticeBanner> : null}
      <NounConflictSection
        form="source"
        saved={{ ...source, ...settingValues(settingFields, settings) }}
        fields={{
          ...sourceNameField,
          ...useSettingFields(settingFields),
          ...sourceQuietFields,
          ...sourceDependsField,
        }}
        picks={{ dependsOn: others }}
        keepTo={here}
      />
      {state?.conflict ? null : (
        <Fold title={t("edit.title")} open={state !== null}>
          <SourceForm
            form="source"
            version={source.version}
            values={{ ...source, settings }}
            settingFields={settingFields}
            others={others}
            submit={t("button.save")}
          />
        </Fold>
      )}
      <ButtonConflictSection
        forms={["rotate", "delete", sourceQuietFormName(source.id)]}
        version={source.version}
        keepTo={here}
      />
      <RotateSourceAddressFold version={source.version} overlaps={overlaps} />
      <DeleteSourceFold version={source.version} alone={alone} staying={staying} />
    </>
  );
}

export default function SourcePage() {
  const { t } = useWords();
  const { source, kindTitle, rules, deliveries, days, unassigned, slug, here } = useLoaderData<typeof loader>();
  const admin = useHasRole("admin");
  const responder = useHasRole("responder");
  const add = admin ? <ButtonLink to={`${here}/rules/new`}>{t("button.new_rule")}</ButtonLink> : null;
  return (
    <>
      <PageHead title={source.name} note={kindTitle} />
      <UnassignedAlertsBanner groups={unassigned} slug={slug} within={source.id} />
      <QuietSourceBanner left={sourceQuietQuestionOf(source)} source={source} here={here} editable={admin} />
      <Section title={t("setup.section")}>
        <SetupPart />
      </Section>
      <Section title={t("rule.section")} action={add}>
        <AlertRulesPanel rules={rules} here={here} editable={admin} />
      </Section>
      <Section
        title={t("delivery.section")}
        action={<ButtonLink to={`${here}/deliveries`}>{t("delivery.search")}</ButtonLink>}
      >
        <SourceDeliveriesPanel deliveries={deliveries} days={days} here={here} />
      </Section>
      {responder ? (
        <MuteForm action="" subject={{ kind: "source", id: source.id }} mutedUntil={source.mutedUntil} />
      ) : null}
      <AdminEditSection>
        <EditPart />
      </AdminEditSection>
    </>
  );
}
