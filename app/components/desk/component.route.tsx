import { useLoaderData } from "@remix-run/react";
import { matchWords } from "~/alert-rules/desk/match-words";
import { postedValuesIn } from "~/fields/fields";
import type { RouteGuard } from "~/http/guard";
import { throwFailure } from "~/http/page-failure";
import { actOnMute, isMuting } from "~/mutes/desk/mute-actions";
import { MuteForm } from "~/mutes/desk/mute-form";
import { isUnmonitoredNow } from "~/status/status";
import { onPage, orThrow, type PageDesk, param, subjectOf } from "~/ui/frame/desk";
import { useMay } from "~/ui/frame/may";
import { translatedPageTitle } from "~/ui/frame/title";
import { Conflict } from "~/ui/parts/conflict";
import { useFormState } from "~/ui/parts/form";
import { SureFold } from "~/ui/parts/form-part";
import { Columns, Fold, PageHead, Section } from "~/ui/parts/list";
import { NounConflict } from "~/ui/parts/noun-conflict";
import { namedChoices } from "~/ui/parts/noun-fields";
import {
  answerForm,
  isTicked,
  type PostedForm,
  readPostedForm,
  refuseUnknown,
  showErrors,
  timeIn,
  typedText,
} from "~/ui/parts/posted-form";
import { StatusMark } from "~/ui/parts/status-mark";
import { TimeText } from "~/ui/parts/time-text";
import { useLanguage } from "~/ui/parts/viewer";
import { listComponents } from "../list";
import { possibleCauses } from "../rules/dependence";
import { componentFields } from "../rules/fields";
import { setComponentStatus } from "../set-status";
import { type ComponentSurroundings, surroundingsOf } from "../surroundings";
import { updateComponent } from "../update";
import { readUptime } from "../uptime";
import { archiveComponent } from "../verbs";
import { ComponentAround, type ComponentContext } from "./component-around";
import { ComponentForm, ManualStatusForm } from "./component-form";
import { causeWordsOf } from "./component-list";
import { useWords, wordsIn } from "./words/words";

export { clientAction } from "~/ui/frame/client-action";
export { shouldRevalidate } from "~/ui/frame/revalidate";

export const handle = { guard: { kind: "member", role: "viewer", write: "responder" } satisfies RouteGuard };

export const meta = translatedPageTitle(wordsIn, "component.title");

const listOf = { monitor: "monitors", heartbeat: "heartbeats", source: "sources" } as const;

/**
 * Returns the surroundings with links: for a source the rule itself, for a monitor or heartbeat its page, whose form
 * holds the rule.
 */
function aroundOf(
  { slug, language }: PageDesk,
  { moved, incidents }: ComponentSurroundings,
  share: number | null,
): ComponentContext {
  const percent = new Intl.NumberFormat(language, { style: "percent", minimumFractionDigits: 2 });
  const rows = moved.map(({ sourceId, match, ...each }) => {
    const origin = `/manage/${slug}/${listOf[each.family]}/${sourceId}`;
    const isRule = each.family === "source" && match !== null;
    return {
      ...each,
      to: isRule ? `${origin}/rules/${each.ruleId}` : origin,
      match: isRule ? matchWords(match, language) : null,
    };
  });
  return { moved: rows, incidents, uptime: share === null ? null : percent.format(share / 10_000) };
}

export const loader = onPage(async (desk) => {
  const { ctx, pageId } = desk;
  const id = param(desk, "id");
  const [listed, around, uptime] = await Promise.all([
    listComponents(ctx, { pageId }),
    surroundingsOf(ctx, { pageId, id }),
    readUptime(ctx, { pageId, componentId: id }),
  ]);
  const { groups, components } = orThrow(listed);
  const component = components.find((each) => each.id === id);
  if (!component) throwFailure({ name: "missing" });
  const here = `/manage/${desk.slug}/components/${component.id}`;
  const others = namedChoices(possibleCauses(component.id, components));
  return {
    component,
    others,
    groups: groups.map(({ id, name }) => ({ value: id, label: name })),
    zone: desk.pageZone,
    slug: desk.slug,
    around: aroundOf(desk, orThrow(around), orThrow(uptime).uptime),
    here,
  };
});

async function setStatus(desk: PageDesk, posted: PostedForm, here: string) {
  const until = timeIn(posted, "until", desk.pageZone);
  const status = typedText(posted.fields, "status") || null;
  const set = await setComponentStatus(desk.ctx, {
    ...subjectOf(desk, posted),
    status,
    reason: typedText(posted.fields, "reason"),
    until,
  });
  const key = set.ok && set.value.keptBy === "manual" ? "status-set-kept" : "status-set";
  return answerForm(posted, set, here, status === null ? "status-cleared" : key);
}

async function archive(desk: PageDesk, posted: PostedForm) {
  const { t } = wordsIn(desk.language);
  if (!isTicked(posted.fields, "sure")) return showErrors(posted, { sure: t("archive.unsure") });
  const subject = subjectOf(desk, posted);
  const archived = await archiveComponent(desk.ctx, subject);
  return answerForm(posted, archived, `/manage/${desk.slug}/components`, "component-archived", subject.id);
}

export const action = onPage(async (desk) => {
  const posted = await readPostedForm(desk);
  const here = `/manage/${desk.slug}/components/${param(desk, "id")}`;
  if (isMuting(posted)) return actOnMute(desk, posted, { kind: "component", id: param(desk, "id") }, here);
  if (posted.intent === "status") return setStatus(desk, posted, here);
  if (posted.intent === "archive") return archive(desk, posted);
  if (posted.intent !== "component") return refuseUnknown(posted);
  const saved = await updateComponent(desk.ctx, {
    ...subjectOf(desk, posted),
    ...postedValuesIn(componentFields, posted.values),
  });
  return answerForm(posted, saved, here, "component-saved");
});

type LoadedComponent = ReturnType<typeof useLoaderData<typeof loader>>["component"];

function StatusNow({ component }: { component: LoadedComponent }) {
  const { t, say, list } = useWords();
  const causes = causeWordsOf(component, useLanguage());
  return (
    <div className="grid gap-1">
      <p className="flex flex-wrap gap-x-3">
        <StatusMark status={component.effective} unmonitored={isUnmonitoredNow(component.layers)} />
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
      <NounConflict
        form="component"
        saved={component}
        fields={componentFields}
        picks={{ groupId: groups, dependsOn: others }}
        keepTo={here}
      />
      <Conflict form="archive" version={version} fields={[]} keepTo={here} />
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
      <SureFold
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

export default function Component() {
  const { t } = useWords();
  const { component, zone, slug, around } = useLoaderData<typeof loader>();
  const responder = useMay("responder");
  const admin = useMay("admin");
  const manual = (
    <Section title={t("manual.title")}>
      <ManualStatusForm status={component.layers.manual} zone={zone} />
    </Section>
  );
  return (
    <>
      <PageHead title={component.name} note={<StatusNow component={component} />} />
      <Columns aside={responder ? manual : null}>
        <ComponentAround around={around} slug={slug} id={component.id} />
      </Columns>
      {responder ? (
        <Section title={t("component.manage")}>
          <MuteForm action="" subject={{ kind: "component", id: component.id }} mutedUntil={component.mutedUntil} />
          {admin ? <EditPart /> : null}
        </Section>
      ) : null}
    </>
  );
}
