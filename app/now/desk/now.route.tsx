import { useLoaderData } from "@remix-run/react";
import { StaleActionBanner } from "~/alerts/desk/gone-refusal";
import { alertListPathIn } from "~/alerts/desk/list-path";
import { handleBulkAlertsPost, isBulkAlertsIntent } from "~/alerts/desk/several-actions";
import { inlineLinkTargetClass } from "~/alerts/shown/desk/alert-origin";
import { alertTitleTranslator } from "~/alerts/shown/desk/alert-titles";
import { acknowledgeAlert, dismissAlert, restoreAlert } from "~/alerts/verbs";
import { updateComponent } from "~/components/update";
import { StorageFailureBanner } from "~/deployment/desk/storage-notice";
import type { RouteGuard } from "~/http/guard";
import { readWords } from "~/i18n/words";
import { MovingInText } from "~/importers/desk/import-links";
import { QuickIncidentForm } from "~/incidents/desk/quick-incident";
import { handleMutePost, isMuteIntent } from "~/mutes/desk/mute-actions";
import { MuteForm, PageMuteBanner } from "~/mutes/desk/mute-form";
import { OpenProposalsBanner } from "~/proposals/desk/open-proposals";
import { openProposalsText, proposerText } from "~/proposals/desk/proposal-items";
import { RestatingSection } from "~/status-page/restating/desk/restating-part";
import { readPageRestatement, startPageRestatement } from "~/status-page/restating/verbs";
import { pageStateText } from "~/status-page/views/parts/field-text";
import { pageDeskHandler, unwrapAllOrThrow } from "~/ui/frame/desk";
import { useHasRole } from "~/ui/frame/may";
import { countedPageTitleMeta } from "~/ui/frame/title";
import { ButtonLink } from "~/ui/parts/button";
import { Link } from "~/ui/parts/link";
import { ColumnsWithAside, Fold, PageHead, Section } from "~/ui/parts/list";
import { formResultResponse, readPostedForm, readPostedText, unknownFormResponse } from "~/ui/parts/posted-form";
import { usePageRefresh } from "~/ui/parts/use-refresh";
import { readNowView } from "../read";
import { alertGroupsOnNow, groupsWaitingElsewhere } from "./alert-groups";
import { FiringAlertsSection, isAlertFormName, WaitingAlertsPanel } from "./firing-alerts";
import { type NowFigure, NowFiguresPanel, NowHeadline } from "./now-glance";
import { SystemHealthPanel } from "./now-health";
import {
  DraftIncidentsPanel,
  MutedThingsPanel,
  NowAffectedComponentsSection,
  OpenIncidentsPanel,
  UpcomingMaintenancePanel,
} from "./now-parts";
import { FirstStepsPanel } from "./now-steps";
import { NowWarnings } from "./now-warnings";
import { UnmonitoredComponentsSection } from "./unwatched-components-form";
import { useWords, wordsIn } from "./words/words";

export { clientAction } from "~/ui/frame/client-action";

/** The data that the tab shows: the state as its icon, and the number of firing alerts in its title. */
type TabData = Pick<NowRouteData, "head" | "firingCount">;

export const handle = {
  guard: { kind: "member", role: "viewer", write: "responder" } satisfies RouteGuard,
  tabState: ({ head }: TabData) => head.letter,
};

export const meta = countedPageTitleMeta(wordsIn, "page.title", (data) => (data as TabData).firingCount);

export const loader = pageDeskHandler(async (desk) => {
  const { ctx, pageId, slug } = desk;
  const [found, past] = await unwrapAllOrThrow(readNowView(ctx, { pageId }), readPageRestatement(ctx, { pageId }));
  const titled = await alertTitleTranslator(desk);
  const firing = alertGroupsOnNow(found.firing, found.waiting).map((group) => ({
    ...group,
    alerts: group.alerts.map(titled),
  }));
  const unassigned = found.unassigned.map((group) => ({ ...group, alert: titled(group.alert) }));
  const { head, proposals, ...rest } = found;
  const words = await readWords(ctx, desk.language);
  return {
    ...rest,
    drafts: found.drafts.map((each) => ({ ...each, proposedText: proposerText(desk.language, each.proposedBy) })),
    proposalsText: openProposalsText(desk.language, proposals),
    head: { letter: head.letter, text: pageStateText(words, head.state) },
    firing,
    unassigned,
    past,
    pageId,
    slug,
  };
});

export const action = pageDeskHandler(async (desk) => {
  const posted = await readPostedForm(desk);
  const { pageId, slug } = desk;
  if (isMuteIntent(posted)) return handleMutePost(desk, posted, { kind: "page", id: pageId }, `/manage/${slug}`);
  if (isBulkAlertsIntent(posted)) return handleBulkAlertsPost(desk, posted, `/manage/${slug}`);
  if (posted.intent === "restate") {
    const started = await startPageRestatement(desk.ctx, { pageId, commitId: posted.commitId });
    return formResultResponse(posted, started, `/manage/${slug}`, "restating-started");
  }
  const back = alertListPathIn(posted, slug);
  const given = { pageId, id: readPostedText(posted.fields, "id"), commitId: posted.commitId };
  if (posted.intent === "keep-component") {
    const kept = await updateComponent(desk.ctx, { ...given, version: posted.version, keptBy: "manual" });
    return formResultResponse(posted, kept, `/manage/${slug}`, "kept-answered");
  }
  if (posted.intent === "acknowledge") {
    return formResultResponse(posted, await acknowledgeAlert(desk.ctx, given), back, "alert-acknowledged");
  }
  if (posted.intent === "restore") {
    return formResultResponse(posted, await restoreAlert(desk.ctx, given), back, "alert-restored");
  }
  if (posted.intent !== "dismiss-alert") return unknownFormResponse(posted);
  const dismissed = await dismissAlert(desk.ctx, { ...given, reason: readPostedText(posted.fields, "reason") });
  return formResultResponse(posted, dismissed, back, "alert-dismissed", given.id);
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
      {drafts.length > 0 ? <DraftIncidentsPanel incidents={drafts} slug={slug} editable={editable} /> : null}
      <WaitingAlertsPanel groups={waiting} />
    </Section>
  );
}

function Planned({ data }: { data: NowRouteData }) {
  const { t } = useWords();
  const { maintenances, laterMaintenances, slug } = data;
  if (maintenances.length + laterMaintenances === 0) return null;
  return (
    <Section id="planned" title={t("page.maintenance")}>
      <UpcomingMaintenancePanel maintenances={maintenances} later={laterMaintenances} slug={slug} />
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
          <MutedThingsPanel muted={data.muted} slug={data.slug} />
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
      note={
        <NowHeadline head={data.head} slug={data.slug} isAlarming={data.unassigned.some(({ critical }) => critical)} />
      }
      action={editable ? open : null}
    />
  );
}

const figuresOf = ({ firingCount, open, drafts, maintenances, laterMaintenances }: NowRouteData): NowFigure[] => [
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
      <OpenProposalsBanner text={data.proposalsText} slug={slug} />
      <Section
        id="firing"
        title={data.firingCount > 0 ? t("page.firing_count", { count: data.firingCount }) : t("page.firing")}
      >
        <FiringAlertsSection
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
          <OpenIncidentsPanel incidents={data.open} slug={slug} editable={editable} />
        </Section>
      )}
    </>
  );
}

/** Shows questions that can wait for days below everything urgent, because people open this page in an outage. */
const Asked = ({ data: { keeping, past, slug } }: { data: NowRouteData }) => (
  <>
    <UnmonitoredComponentsSection keeping={keeping} slug={slug} />
    {past ? <RestatingSection view={past} action={`/manage/${slug}?index`} /> : null}
  </>
);

/** Shows further information: beside the work if there is room, else below it. */
function Beside({ data, editable }: { data: NowRouteData; editable: boolean }) {
  const { slug, mail } = data;
  const { t } = useWords();
  return (
    <>
      <NowAffectedComponentsSection components={data.components} slug={slug} />
      <Planned data={data} />
      <Mutes data={data} editable={editable} />
      <Section title={t("page.health")}>
        <SystemHealthPanel
          health={data.health}
          mail={mail}
          usage={data.usage}
          texts={data.texts}
          backups={data.backups}
          untrustedProxy={data.untrustedProxy}
          slug={slug}
        />
        {useHasRole("admin") ? (
          <p className="text-sm">
            <Link to={`/manage/${slug}/usage`} className={inlineLinkTargetClass}>
              {t("page.usage")}
            </Link>
          </p>
        ) : null}
      </Section>
    </>
  );
}

/** True when something fires, is open or waits for a person: the steps of a new page then come after it, folded. */
const isBusy = ({ alertCount, open, drafts }: NowRouteData) => alertCount + open.length + drafts.length > 0;

/** Lists the steps of a new page. */
function Steps({ data, editable, folded = false }: { data: NowRouteData; editable: boolean; folded?: boolean }) {
  const { t } = useWords();
  const admin = useHasRole("admin");
  const { steps, slug, untrustedProxy } = data;
  if (!steps) return null;
  const list = <FirstStepsPanel {...steps} slug={slug} admin={admin} untrustedProxy={untrustedProxy} />;
  if (folded) {
    const { length: done } = Object.values(steps.done).filter(Boolean);
    const count = Object.keys(steps.done).length;
    return <Fold title={t("page.steps_done", { done, count })}>{list}</Fold>;
  }
  return (
    <Section title={t("page.steps")}>
      {list}
      <MovingInText slug={slug} />
      {editable ? <QuickIncidentForm slug={slug} /> : null}
    </Section>
  );
}

export default function NowPage() {
  const data = useLoaderData<typeof loader>();
  const responder = useHasRole("responder");
  const { slug, pageId, mute } = data;
  const fires = data.alertCount > 0;
  const firing = data.firing.flatMap(({ alerts }) => alerts.map(({ id }) => id));
  usePageRefresh(60);
  return (
    <>
      <Head data={data} editable={responder} />
      <StorageFailureBanner why={data.storage} />
      <StaleActionBanner shows={(form) => !isAlertFormName(form) || firing.some((id) => form.endsWith(id))} />
      {data.steps && !isBusy(data) ? null : <NowFiguresPanel figures={figuresOf(data)} />}
      {mute ? (
        <PageMuteBanner action={`/manage/${slug}?index`} pageId={pageId} mute={mute} editable={responder} />
      ) : null}
      {fires ? null : <NowWarnings data={data} />}
      {isBusy(data) ? null : <Steps data={data} editable={responder} />}
      <ColumnsWithAside aside={<Beside data={data} editable={responder} />}>
        <Work data={data} editable={responder} />
        {fires ? <NowWarnings data={data} folded /> : null}
        {isBusy(data) ? <Steps data={data} editable={responder} folded /> : null}
        <Asked data={data} />
      </ColumnsWithAside>
    </>
  );
}
