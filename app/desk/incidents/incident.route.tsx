import { useLoaderData } from "@remix-run/react";
import type { Guard } from "~/http/guard";
import { writeLocalTime } from "~/rules/basics/local-time";
import { incidentFields, updateFields } from "~/rules/incidents/fields";
import { listAlerts } from "~/usecases/alerts/list";
import { listComponents } from "~/usecases/components/list";
import { readIncident } from "~/usecases/incidents/read";
import { reachOf } from "~/usecases/subscribers/reach";
import { templateNames } from "~/usecases/templates/list";
import { AlertList } from "../alerts/alert-list";
import { target } from "../alerts/alert-origin";
import { alertTitles } from "../alerts/alert-titles";
import { allOrThrow, onPage, param } from "../frame/desk";
import { useMay } from "../frame/may";
import { titledBy } from "../frame/title";
import { ButtonLink } from "../parts/button";
import { Conflict } from "../parts/conflict";
import { useFieldText } from "../parts/field-text";
import { useFormState } from "../parts/form";
import { Fold, PageHead, Section } from "../parts/list";
import { NounConflict } from "../parts/noun-conflict";
import { namedChoices } from "../parts/noun-fields";
import { readPosted } from "../parts/posted";
import { Tag } from "../parts/status-mark";
import { TimeText } from "../parts/time-text";
import { useTable } from "../parts/words";
import { actOnIncident } from "./incident-actions";
import { AllRecovered, Dismiss, DraftButton, EditIncident, Withdraw } from "./incident-parts";
import { OpenedBy } from "./opened-by";
import { Timeline, UpdateConflicts } from "./timeline";
import { UpdateForm } from "./update-form";
import { useWords, wordsIn } from "./words";

export { clientAction } from "../frame/client-action";
export { shouldRevalidate } from "../frame/revalidate";

export const handle = { guard: { kind: "member", role: "viewer", write: "responder" } satisfies Guard };

export const meta = titledBy(wordsIn, "incident.title");

export const loader = onPage(async (desk) => {
  const id = param(desk, "id");
  const { ctx, pageId, slug, pageZone } = desk;
  const [read, { components }, { alerts }, { people }, templates] = await allOrThrow(
    readIncident(ctx, { pageId, id }),
    listComponents(ctx, { pageId }),
    listAlerts(ctx, { pageId, incidentId: id }),
    reachOf(ctx, { pageId, of: { incident: id } }),
    templateNames(ctx, { pageId }),
  );
  const updates = read.updates.map((each) => ({ ...each, shownAtLocal: writeLocalTime(each.shownAt, pageZone) }));
  return {
    ...read,
    updates,
    templates,
    reach: people,
    components: components.map((each) => ({ id: each.id, name: each.name })),
    alerts: alerts.map(await alertTitles(desk)),
    slug,
    zone: pageZone,
  };
});

export const action = onPage(async (desk) => actOnIncident(desk, await readPosted(desk)));

type Data = ReturnType<typeof useLoaderData<typeof loader>>;

const deeds = ["publish", "dismiss", "withdraw"];

/** What stands there now, for the form that lost the race. */
function Conflicts({ data, here }: { data: Data; here: string }) {
  const { incident, updates, components } = data;
  const { version } = incident;
  const about = { picks: { components: namedChoices(components) }, keepTo: here };
  const latest = { ...incident, body: updates[0]?.body ?? "", nextMinutes: null };
  return (
    <>
      <NounConflict form="update" saved={latest} fields={updateFields} {...about} />
      <NounConflict form="edit" saved={incident} fields={incidentFields} {...about} />
      <UpdateConflicts updates={updates} version={version} keepTo={here} />
      {deeds.map((form) => (
        <Conflict key={form} form={form} version={version} fields={[]} keepTo={here} />
      ))}
    </>
  );
}

function Head({ data }: { data: Data }) {
  const { incident } = data;
  const { t, say } = useWords();
  const statuses = useTable("incident_status");
  const impacts = useFieldText(incidentFields.impactOverride).choices;
  const visibilities = useTable("visibility");
  const origins = useTable("origin");
  const word = incident.visibility === "published" ? statuses[incident.status] : visibilities[incident.visibility];
  const responder = useMay("responder");
  const note = (
    <div className="flex flex-wrap items-center gap-x-3">
      <Tag tone={incident.resolvedAt === null ? "alarm" : "neutral"}>{word ?? incident.status}</Tag>
      <span>{impacts[incident.impact]}</span>
      <span>{origins[incident.origin]}</span>
      <OpenedBy incident={incident} />
      <span>{say("incident.started", { at: <TimeText at={incident.startedAt} /> })}</span>
      {incident.resolvedAt === null ? null : (
        <span>{say("incident.resolved", { at: <TimeText at={incident.resolvedAt} /> })}</span>
      )}
      {incident.visibility === "published" ? (
        <a href={`/${data.slug}/incidents/${incident.id}`} className={target}>
          {t("incident.view")}
        </a>
      ) : null}
    </div>
  );
  const publish =
    responder && incident.visibility === "draft" ? (
      <DraftButton version={incident.version} title={incident.title} reach={data.reach} />
    ) : null;
  return <PageHead title={incident.title} note={note} action={publish} />;
}

function WorkForm({ data }: { data: Data }) {
  const { incident, components } = data;
  if (useFormState("update")?.conflict) return null;
  return (
    <UpdateForm
      id={incident.id}
      version={incident.version}
      status={incident.status}
      components={components}
      chosen={incident.components}
      staysRed={data.staysRed}
      zone={data.zone}
      draft={incident.visibility === "draft"}
      reach={data.reach}
      templates={data.templates}
    />
  );
}

/** While it lasts it is the work to be done; afterwards it is seldom needed. */
function WorkPart({ data }: { data: Data }) {
  return (
    <Section title={useWords().t("update.title")}>
      <WorkForm data={data} />
    </Section>
  );
}

function ReopenPart({ data }: { data: Data }) {
  return (
    <Fold title={useWords().t("reopen.title")} open={useFormState("update") !== null}>
      <WorkForm data={data} />
    </Fold>
  );
}

function PostmortemPart({ data }: { data: Data }) {
  const { state } = data.incident.postmortem;
  const responder = useMay("responder");
  const { t } = useWords();
  const deed = state === "none" ? "write" : responder ? "edit" : "read";
  if (state === "none" && !responder) return null;
  return (
    <Section title={t("postmortem.title")}>
      <p className="text-soft">{t(`postmortem_about.${state}`)}</p>
      <div>
        <ButtonLink
          to={`/manage/${data.slug}/incidents/${data.incident.id}/postmortem`}
          look={state === "none" || state === "draft" ? "primary" : "quiet"}
        >
          {t(`postmortem_link.${deed}`)}
        </ButtonLink>
      </div>
    </Section>
  );
}

function ChangePart({ data }: { data: Data }) {
  const { incident, components } = data;
  const admin = useMay("admin");
  return (
    <Section title={useWords().t("edit.section")}>
      {incident.resolvedAt === null ? null : <ReopenPart data={data} />}
      <EditIncident incident={incident} components={components} />
      {incident.visibility === "draft" ? <Dismiss version={incident.version} /> : null}
      {admin && incident.visibility === "published" ? <Withdraw version={incident.version} /> : null}
    </Section>
  );
}

export default function Incident() {
  const { t } = useWords();
  const data = useLoaderData<typeof loader>();
  const { incident } = data;
  const responder = useMay("responder");
  const live = incident.visibility === "draft" || incident.visibility === "published";
  const over = incident.resolvedAt !== null;
  const here = `/manage/${data.slug}/incidents/${incident.id}`;
  return (
    <>
      <Head data={data} />
      <Conflicts data={data} here={here} />
      {incident.recoveredAt !== null && incident.resolvedAt === null && incident.edited ? <AllRecovered /> : null}
      {incident.visibility === "published" && (over || incident.postmortem.state !== "none") ? (
        <PostmortemPart data={data} />
      ) : null}
      {responder && live && !over ? <WorkPart data={data} /> : null}
      <Section title={t("timeline.title")}>
        {data.updates.length === 0 ? <p className="text-soft">{t("timeline.empty")}</p> : null}
        <Timeline updates={data.updates} version={incident.version} zone={data.zone} editable={responder && live} />
      </Section>
      {data.alerts.length === 0 ? null : (
        <Section title={t("incident.alerts")}>
          <AlertList alerts={data.alerts} slug={data.slug} editable={responder} />
        </Section>
      )}
      {responder && live ? <ChangePart data={data} /> : null}
    </>
  );
}
