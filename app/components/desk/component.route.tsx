import { useLoaderData } from "@remix-run/react";
import { ruleMatchText } from "~/alert-rules/desk/match-words";
import { suspectedReportOf } from "~/corrections/rules/suspected-report";
import { parsePostedFieldValues } from "~/fields/fields";
import type { RouteGuard } from "~/http/guard";
import { throwFailureResponse } from "~/http/page-failure";
import { ResponseTimesSection } from "~/monitors/desk/response-times";
import { handleMutePost, isMuteIntent } from "~/mutes/desk/mute-actions";
import { MuteForm } from "~/mutes/desk/mute-form";
import { isUnmonitoredNow, type Status, toStatus } from "~/status/status";
import { formSubjectOf, type PageDeskRequest, pageDeskHandler, routeParam, unwrapOrThrow } from "~/ui/frame/desk";
import { useHasRole } from "~/ui/frame/may";
import { namedPageTitleMeta } from "~/ui/frame/title";
import { placeTrail as trail } from "~/ui/frame/trail";
import { EditConflictSection } from "~/ui/parts/conflict";
import { useFormState } from "~/ui/parts/form";
import { CheckboxConfirmFold } from "~/ui/parts/form-part";
import { ColumnsWithAside, Fold, PageHead, Section } from "~/ui/parts/list";
import { NounConflictSection } from "~/ui/parts/noun-conflict";
import { fieldChoicesFromNames } from "~/ui/parts/noun-fields";
import {
  formErrorsResponse,
  formResultResponse,
  isCheckboxTicked,
  type PostedForm,
  readPostedForm,
  readPostedText,
  readPostedTime,
  unknownFormResponse,
} from "~/ui/parts/posted-form";
import { StatusBadge } from "~/ui/parts/status-mark";
import { TimeText } from "~/ui/parts/time-text";
import { useLanguage } from "~/ui/parts/viewer";
import { listComponents } from "../list";
import { possibleDependences } from "../rules/dependence";
import { componentFields } from "../rules/fields";
import { overridingStatus } from "../rules/overriding-status";
import { setComponentStatus } from "../set-status";
import { type ComponentSurroundings, readComponentSurroundings } from "../surroundings";
import { updateComponent } from "../update";
import { readComponentUptime } from "../uptime";
import { archiveComponent } from "../verbs";
import { ComponentContextSection, type ComponentContextView } from "./component-around";
import { ComponentForm, ManualStatusForm } from "./component-form";
import { statusCauseWordsOf } from "./component-list";
import { readComponentTimesView } from "./component-times";
import { OverriddenStatusBanner } from "./overriding-notice";
import { overriddenNoticeKey, readOverriddenStatusView } from "./overriding-view";
import { useWords, wordsIn } from "./words/words";

export { clientAction } from "~/ui/frame/client-action";
export { shouldRevalidate } from "~/ui/frame/revalidate";

export const handle = { guard: { kind: "member", role: "viewer", write: "responder" } satisfies RouteGuard, trail };

export const meta = namedPageTitleMeta(wordsIn, "component.title", "component.name");

const listOf = { monitor: "monitors", heartbeat: "heartbeats", source: "sources" } as const;

/**
 * Returns the surroundings with links: for a source the rule itself, for a monitor or heartbeat its page, whose form
 * holds the rule.
 */
function aroundOf(
  { ctx, slug, language }: PageDeskRequest,
  { moved, incidents }: ComponentSurroundings,
  share: number | null,
): ComponentContextView {
  const percent = new Intl.NumberFormat(language, { style: "percent", minimumFractionDigits: 2 });
  const rows = moved.map(({ sourceId, match, ...each }) => {
    const origin = `/manage/${slug}/${listOf[each.family]}/${sourceId}`;
    const isRule = each.family === "source" && match !== null;
    return {
      ...each,
      to: isRule ? `${origin}/rules/${each.ruleId}` : origin,
      match: isRule ? ruleMatchText(match, language) : null,
    };
  });
  const suspected = suspectedReportOf(moved, ctx.now());
  return { moved: rows, incidents, suspected, uptime: share === null ? null : percent.format(share / 10_000) };
}

export const loader = pageDeskHandler(async (desk) => {
  const { ctx, pageId } = desk;
  const id = routeParam(desk, "id");
  const [listed, around, uptime, times] = await Promise.all([
    listComponents(ctx, { pageId }),
    readComponentSurroundings(ctx, { pageId, id }),
    readComponentUptime(ctx, { pageId, componentId: id }),
    readComponentTimesView(desk, id),
  ]);
  const { groups, components } = unwrapOrThrow(listed);
  const component = components.find((each) => each.id === id);
  if (!component) throwFailureResponse({ name: "missing" });
  const here = `/manage/${desk.slug}/components/${component.id}`;
  const others = fieldChoicesFromNames(possibleDependences(component.id, components));
  return {
    component,
    others,
    groups: groups.map(({ id, name }) => ({ value: id, label: name })),
    zone: desk.pageZone,
    slug: desk.slug,
    around: aroundOf(desk, unwrapOrThrow(around), unwrapOrThrow(uptime).uptime),
    times,
    here,
    overridden: await readOverriddenStatusView(desk, component),
  };
});

/** Returns the notice of a status that was set: visitors may see a worse one, which holds the component. */
async function statusSetNotice({ ctx, pageId }: PageDeskRequest, id: string, set: Status): Promise<string> {
  const { components } = unwrapOrThrow(await listComponents(ctx, { pageId }));
  const layers = components.find((each) => each.id === id)?.layers;
  return layers && overridingStatus(layers, set) ? overriddenNoticeKey : "status-set";
}

async function setStatus(desk: PageDeskRequest, posted: PostedForm, here: string) {
  const until = readPostedTime(posted, "until", desk.pageZone);
  const status = readPostedText(posted.fields, "status") || null;
  const set = await setComponentStatus(desk.ctx, {
    ...formSubjectOf(desk, posted),
    status,
    reason: readPostedText(posted.fields, "reason"),
    until,
  });
  if (!set.ok || status === null) return formResultResponse(posted, set, here, "status-cleared");
  const isKept = set.value.keptBy === "manual";
  const key = isKept ? "status-set-kept" : await statusSetNotice(desk, set.value.id, toStatus(status));
  return formResultResponse(posted, set, here, key);
}

async function archive(desk: PageDeskRequest, posted: PostedForm) {
  const { t } = wordsIn(desk.language);
  if (!isCheckboxTicked(posted.fields, "sure")) return formErrorsResponse(posted, { sure: t("archive.unsure") });
  const subject = formSubjectOf(desk, posted);
  const archived = await archiveComponent(desk.ctx, subject);
  return formResultResponse(posted, archived, `/manage/${desk.slug}/components`, "component-archived", subject.id);
}

export const action = pageDeskHandler(async (desk) => {
  const posted = await readPostedForm(desk);
  const here = `/manage/${desk.slug}/components/${routeParam(desk, "id")}`;
  if (isMuteIntent(posted))
    return handleMutePost(desk, posted, { kind: "component", id: routeParam(desk, "id") }, here);
  if (posted.intent === "status") return setStatus(desk, posted, here);
  if (posted.intent === "archive") return archive(desk, posted);
  if (posted.intent !== "component") return unknownFormResponse(posted);
  const saved = await updateComponent(desk.ctx, {
    ...formSubjectOf(desk, posted),
    ...parsePostedFieldValues(componentFields, posted.values),
  });
  return formResultResponse(posted, saved, here, "component-saved");
});

type LoadedComponent = ReturnType<typeof useLoaderData<typeof loader>>["component"];

function StatusNow({ component }: { component: LoadedComponent }) {
  const { t, say, list } = useWords();
  const causes = statusCauseWordsOf(component, useLanguage());
  return (
    <div className="grid gap-1">
      <p className="flex flex-wrap gap-x-3">
        <StatusBadge status={component.effective} unmonitored={isUnmonitoredNow(component.layers)} />
        {causes.length > 0 ? <span className="text-soft">{t("status.causes", { causes: list(causes) })}</span> : null}
      </p>
      {component.manualReason ? (
        <p className="text-soft">{say("status.reason", { reason: <bdi>{component.manualReason}</bdi> })}</p>
      ) : null}
      {component.manualUntil === null ? null : (
        <p className="text-soft">{say("status.manual_until", { until: <TimeText at={component.manualUntil} /> })}</p>
      )}
    </div>
  );
}

function EditPart() {
  const { component, others, groups, here } = useLoaderData<typeof loader>();
  const { t } = useWords();
  const editing = useFormState("component");
  const { version } = component;
  return (
    <>
      <NounConflictSection
        form="component"
        saved={component}
        fields={componentFields}
        picks={{ groupId: groups, dependsOn: others }}
        keepTo={here}
      />
      <EditConflictSection form="archive" version={version} fields={[]} keepTo={here} />
      {editing?.conflict ? null : (
        <Fold title={t("edit.title")} open={editing !== null}>
          <ComponentForm
            form="component"
            version={version}
            values={component}
            groups={groups}
            others={others}
            submit={t("edit.button")}
          />
        </Fold>
      )}
      <CheckboxConfirmFold
        name="archive"
        version={version}
        title={t("archive.title")}
        label={t("archive.sure")}
        button={t("archive.button")}
        mild
      />
    </>
  );
}

export default function ManageComponentPage() {
  const { t } = useWords();
  const { component, zone, slug, around, times, overridden } = useLoaderData<typeof loader>();
  const responder = useHasRole("responder");
  const admin = useHasRole("admin");
  const manual = (
    <Section title={t("manual.title")}>
      <ManualStatusForm status={component.layers.manual} zone={zone} />
    </Section>
  );
  return (
    <>
      <PageHead title={component.name} note={<StatusNow component={component} />} />
      {overridden === null ? null : <OverriddenStatusBanner overridden={overridden} slug={slug} />}
      <ColumnsWithAside aside={responder ? manual : null}>
        <ComponentContextSection around={around} slug={slug} id={component.id} />
        {times === null ? null : <ResponseTimesSection times={times} />}
      </ColumnsWithAside>
      {responder ? (
        <Section title={t("component.manage")}>
          <MuteForm action="" subject={{ kind: "component", id: component.id }} mutedUntil={component.mutedUntil} />
          {admin ? <EditPart /> : null}
        </Section>
      ) : null}
    </>
  );
}
