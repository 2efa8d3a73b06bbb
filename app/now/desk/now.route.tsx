import { useLoaderData } from "@remix-run/react";
import { alertOfBox } from "~/alerts/desk/alert-tick";
import { GoneRefusal } from "~/alerts/desk/gone-refusal";
import { actOnAlerts } from "~/alerts/several-alerts";
import { target } from "~/alerts/shown/desk/alert-origin";
import { alertTitles } from "~/alerts/shown/desk/alert-titles";
import { UnassignedAlerts } from "~/alerts/shown/desk/unassigned-alerts";
import { acknowledgeAlert, dismissAlert, restoreAlert } from "~/alerts/verbs";
import { ComponentList } from "~/components/desk/component-list";
import { updateComponent } from "~/components/update";
import { SealedAwayList, WrongSecretNotice } from "~/deployment/desk/sealed-parts";
import { StorageNotice } from "~/deployment/desk/storage-notice";
import type { RouteGuard } from "~/http/guard";
import { readWords } from "~/i18n/words";
import { QuickIncident } from "~/incidents/desk/quick-incident";
import { actOnMute, isMuting } from "~/mutes/desk/mute-actions";
import { MuteForm, PageMute } from "~/mutes/desk/mute-form";
import { DeadLetters, MailBanner } from "~/outbox/desk/mail-banner";
import { RestatingPart } from "~/status-page/restating/desk/restating-part";
import { readPageRestatement, startPageRestatement } from "~/status-page/restating/verbs";
import { stateText } from "~/status-page/views/parts/field-text";
import { allOrThrow, onPage, type PageDesk } from "~/ui/frame/desk";
import { useMay } from "~/ui/frame/may";
import { translatedPageTitle } from "~/ui/frame/title";
import { ButtonLink } from "~/ui/parts/button";
import { Link } from "~/ui/parts/link";
import { Columns, PageHead, Section } from "~/ui/parts/list";
import {
  answerForm,
  isTicked,
  type PostedForm,
  readPostedForm,
  refuseUnknown,
  showErrors,
  typedText,
} from "~/ui/parts/posted-form";
import { useRefresh } from "~/ui/parts/use-refresh";
import { readNowView } from "../read";
import { FiringAlerts, groupsWaitingElsewhere, WaitingAlerts } from "./firing-alerts";
import { Glance, type GlanceFigure, HeadNow } from "./now-glance";
import { Health } from "./now-health";
import { Drafts, Maintenances, MutedThings, OpenIncidents } from "./now-parts";
import { FirstStepsList } from "./now-steps";
import { Unheard } from "./unheard-notice";
import { UnreachedNotice } from "./unreached-notice";
import { KeepingSection } from "./unwatched-components-form";
import { useWords, wordsIn } from "./words/words";

export { clientAction } from "~/ui/frame/client-action";

export const handle = { guard: { kind: "member", role: "viewer", write: "responder" } satisfies RouteGuard };

export const meta = translatedPageTitle(wordsIn, "page.title");

export const loader = onPage(async (desk) => {
  const { ctx, pageId, slug } = desk;
  const [found, past] = await allOrThrow(readNowView(ctx, { pageId }), readPageRestatement(ctx, { pageId }));
  const titled = await alertTitles(desk);
  const firing = found.firing.map((group) => ({ ...group, alerts: group.alerts.map(titled) }));
  const unassigned = found.unassigned.map((group) => ({ ...group, alert: titled(group.alert) }));
  const { head, ...rest } = found;
  const words = await readWords(ctx, desk.language);
  return {
    ...rest,
    head: { letter: head.letter, text: stateText(words, head.state) },
    firing,
    unassigned,
    past,
    pageId,
    slug,
  };
});

/** Acts on all ticked alerts at once. */
async function actOnSeveral({ ctx, pageId, slug }: PageDesk, posted: PostedForm) {
  const dismisses = posted.intent === "dismiss-several";
  if (dismisses && !isTicked(posted.fields, "sure"))
    return showErrors(posted, { sure: wordsIn(posted.language).t("page.tick") });
  const ids = [...posted.fields.keys()].flatMap((name) => alertOfBox(name) ?? []);
  const reason = typedText(posted.fields, "reason");
  const given = { pageId, ids, ...(dismisses && reason ? { reason } : {}), commitId: posted.commitId };
  const acted = await actOnAlerts(ctx, { ...given, action: dismisses ? "dismiss" : "acknowledge" });
  return answerForm(posted, acted, `/manage/${slug}`, dismisses ? "alerts-dismissed" : "alerts-acknowledged");
}

export const action = onPage(async (desk) => {
  const posted = await readPostedForm(desk);
  const { pageId, slug } = desk;
  if (isMuting(posted)) return actOnMute(desk, posted, { kind: "page", id: pageId }, `/manage/${slug}`);
  if (posted.intent === "acknowledge-several" || posted.intent === "dismiss-several") {
    return actOnSeveral(desk, posted);
  }
  if (posted.intent === "restate") {
    const started = await startPageRestatement(desk.ctx, { pageId, commitId: posted.commitId });
    return answerForm(posted, started, `/manage/${slug}`, "restating-started");
  }
  const given = { pageId, id: typedText(posted.fields, "id"), commitId: posted.commitId };
  if (posted.intent === "keep-component") {
    const kept = await updateComponent(desk.ctx, { ...given, version: posted.version, keptBy: "manual" });
    return answerForm(posted, kept, `/manage/${slug}`, "kept-answered");
  }
  if (posted.intent === "acknowledge") {
    return answerForm(posted, await acknowledgeAlert(desk.ctx, given), `/manage/${slug}`, "alert-acknowledged");
  }
  if (posted.intent === "restore") {
    return answerForm(posted, await restoreAlert(desk.ctx, given), `/manage/${slug}`, "alert-restored");
  }
  if (posted.intent !== "dismiss-alert") return refuseUnknown(posted);
  const dismissed = await dismissAlert(desk.ctx, { ...given, reason: typedText(posted.fields, "reason") });
  return answerForm(posted, dismissed, `/manage/${slug}`, "alert-dismissed", given.id);
});

type NowRouteData = ReturnType<typeof useLoaderData<typeof loader>>;

/** Lists what waits for a person: drafts with their button, and what becomes a draft automatically. */
function DraftSection({ data, editable }: { data: NowRouteData; editable: boolean }) {
  const { t } = useWords();
  const { drafts, slug } = data;
  const waiting = groupsWaitingElsewhere(data.firing, data.waiting);
  if (drafts.length + waiting.length === 0) return null;
  return (
    <Section id="drafts" title={t(drafts.length > 0 ? "page.drafts" : "page.on_hold")}>
      {drafts.length > 0 ? <Drafts incidents={drafts} slug={slug} editable={editable} /> : null}
      <WaitingAlerts groups={waiting} />
    </Section>
  );
}

function Planned({ data }: { data: NowRouteData }) {
  const { t } = useWords();
  const { maintenances, laterMaintenances, slug } = data;
  if (maintenances.length + laterMaintenances === 0) return null;
  return (
    <Section id="planned" title={t("page.maintenance")}>
      <Maintenances maintenances={maintenances} later={laterMaintenances} slug={slug} />
    </Section>
  );
}

/** Shows what is muted, and the form that mutes everything. */
function Mutes({ data, editable }: { data: NowRouteData; editable: boolean }) {
  const { t } = useWords();
  const action = `/manage/${data.slug}?index`;
  return (
    <>
      {data.muted.length > 0 ? (
        <Section title={t("page.muted")}>
          <MutedThings muted={data.muted} slug={data.slug} />
        </Section>
      ) : null}
      {editable && data.mute === null ? (
        <MuteForm action={action} subject={{ kind: "page", id: data.pageId }} mutedUntil={null} />
      ) : null}
    </>
  );
}

function Head({ data, editable }: { data: NowRouteData; editable: boolean }) {
  const { t } = useWords();
  const open = (
    <ButtonLink to={`/manage/${data.slug}/incidents/new`} look={data.drafts.length === 0 ? "primary" : "quiet"}>
      {t("page.new_incident")}
    </ButtonLink>
  );
  return (
    <PageHead
      title={t("page.title")}
      note={<HeadNow head={data.head} slug={data.slug} isAlarming={data.unassigned.some(({ critical }) => critical)} />}
      action={editable ? open : null}
    />
  );
}

const figuresOf = ({ firingCount, open, drafts, maintenances, laterMaintenances }: NowRouteData): GlanceFigure[] => [
  { id: "firing", count: firingCount, alarm: true },
  { id: "open", count: open.length, alarm: true },
  { id: "drafts", count: drafts.length },
  { id: "planned", count: maintenances.length + laterMaintenances },
];

function Work({ data, editable }: { data: NowRouteData; editable: boolean }) {
  const { slug } = data;
  const { t } = useWords();
  const titles = Object.fromEntries([...data.open, ...data.drafts].map(({ id, title }) => [id, title]));
  return (
    <>
      <DraftSection data={data} editable={editable} />
      <Section
        id="firing"
        title={data.firingCount > 0 ? t("page.firing_count", { count: data.firingCount }) : t("page.firing")}
      >
        <FiringAlerts
          groups={data.firing}
          waiting={data.waiting}
          count={data.alertCount}
          slug={slug}
          editable={editable}
          titles={titles}
        />
      </Section>
      {data.open.length === 0 ? null : (
        <Section id="open" title={t("page.open")}>
          <OpenIncidents incidents={data.open} slug={slug} editable={editable} />
        </Section>
      )}
    </>
  );
}

/** Shows questions that can wait for days below everything urgent, because people open this page in an outage. */
const Asked = ({ data: { keeping, past, slug } }: { data: NowRouteData }) => (
  <>
    <KeepingSection keeping={keeping} slug={slug} />
    {past ? <RestatingPart view={past} action={`/manage/${slug}?index`} /> : null}
  </>
);

/** Shows further information: beside the work if there is room, else below it. */
function Beside({ data, editable }: { data: NowRouteData; editable: boolean }) {
  const { slug, mail } = data;
  const { t } = useWords();
  return (
    <>
      {data.components.length === 0 ? null : (
        <Section title={t("page.components")}>
          <ComponentList components={data.components} slug={slug} />
        </Section>
      )}
      <Planned data={data} />
      <Mutes data={data} editable={editable} />
      <Section title={t("page.health")}>
        <Health
          health={data.health}
          mail={mail}
          usage={data.usage}
          texts={data.texts}
          backups={data.backups}
          untrustedProxy={data.untrustedProxy}
          slug={slug}
        />
        {useMay("admin") ? (
          <p className="text-sm">
            <Link to={`/manage/${slug}/usage`} className={target}>
              {t("page.usage")}
            </Link>
          </p>
        ) : null}
      </Section>
    </>
  );
}

/** True for a form of one alert, which disappears with it. */
const isOfAlert = (form: string) => /^(acknowledge|dismiss|restore)\b/.test(form);

export default function Now() {
  const data = useLoaderData<typeof loader>();
  const [responder, admin] = [useMay("responder"), useMay("admin")];
  const { slug, pageId, mute, mail } = data;
  const { t } = useWords();
  const firing = data.firing.flatMap(({ alerts }) => alerts.map(({ id }) => id));
  useRefresh(60);
  return (
    <>
      <Head data={data} editable={responder} />
      <StorageNotice why={data.storage} />
      <GoneRefusal shows={(form) => !isOfAlert(form) || firing.some((id) => form.endsWith(id))} />
      {data.steps ? null : <Glance figures={figuresOf(data)} />}
      {mute ? <PageMute action={`/manage/${slug}?index`} pageId={pageId} mute={mute} editable={responder} /> : null}
      <UnassignedAlerts groups={data.unassigned} slug={slug} />
      <UnreachedNotice why={data.unreached} slug={slug} />
      <Unheard reach={data.escalation} slug={slug} />
      <MailBanner mail={mail} outbox={`/manage/${slug}/outbox`} />
      <DeadLetters mail={mail} outbox={`/manage/${slug}/outbox`} />
      {data.wrongSecret ? <WrongSecretNotice /> : null}
      <SealedAwayList things={data.sealedAway} slug={slug} />
      {data.steps ? (
        <Section title={t("page.steps")}>
          <FirstStepsList done={data.steps} slug={slug} admin={admin} untrustedProxy={data.untrustedProxy} />
          {responder ? <QuickIncident slug={slug} /> : null}
        </Section>
      ) : null}
      <Columns aside={<Beside data={data} editable={responder} />}>
        <Work data={data} editable={responder} />
        <Asked data={data} />
      </Columns>
    </>
  );
}
