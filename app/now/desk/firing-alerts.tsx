import { SelectAlertCheckbox } from "~/alerts/desk/alert-tick";
import { AlertBulkActionBar } from "~/alerts/desk/several-alerts";
import { AlertsPanel } from "~/alerts/shown/desk/alert-list";
import { alertOriginPath, inlineLinkTargetClass } from "~/alerts/shown/desk/alert-origin";
import type { AlertWithLocalisedTitle } from "~/alerts/shown/desk/alert-titles";
import { Link } from "~/ui/parts/link";
import { EmptyState, ListPanel, ListRow, ListRowDetail } from "~/ui/parts/list";
import { Tag } from "~/ui/parts/status-mark";
import { AgoText, ClockText } from "~/ui/parts/time-text";
import type { FiringAlertGroup as FoundGroup, WaitingAlertGroup } from "../firing-groups";
import { isWaitingGroupShownByAlerts, joinSingleAlertGroups } from "./alert-groups";
import { useWords } from "./words/words";

/** A group with its alerts' titles as shown here. */
type TitledFiringGroup = Omit<FoundGroup, "alerts"> & {
  alerts: AlertWithLocalisedTitle<FoundGroup["alerts"][number]>[];
};

interface FiringGroupProps {
  group: TitledFiringGroup;
  /** Groups among its alerts that open automatically. */
  waiting: WaitingAlertGroup[];
  slug: string;
  /** Titles of the incidents that are open or drafts, by id. */
  titles: Record<string, string>;
}

/**
 * Returns where the rule of a group is changed: a source's rule has a page, a monitor's or heartbeat's is on its form.
 */
function rulePath({ family, sourceId, rule }: TitledFiringGroup, slug: string): string | null {
  if (!rule || family === null) return null;
  const origin = alertOriginPath(slug, family, sourceId);
  return family === "source" ? `${origin}/rules/${rule.id}` : origin;
}

function GroupName({ group, slug, titles }: Omit<FiringGroupProps, "waiting">) {
  const { t, say } = useWords();
  const { incidentId, family, sourceId, sourceName } = group;
  if (incidentId !== null) {
    const incident = (
      <Link to={`/manage/${slug}/incidents/${incidentId}`} className={`${inlineLinkTargetClass} font-medium`}>
        <bdi>{titles[incidentId] ?? t("firing.an_incident")}</bdi>
      </Link>
    );
    return <span className="font-normal text-soft">{say("firing.of", { incident })}</span>;
  }
  if (family === null) return <>{t("firing.source_gone")}</>;
  return (
    <Link to={alertOriginPath(slug, family, sourceId)} className={inlineLinkTargetClass}>
      <bdi>{sourceName}</bdi>
    </Link>
  );
}

const maxMovesShown = 4;

/** Names the components whose status the alerts of a group change. */
function Moves({ moves }: { moves: readonly string[] }) {
  const { t, list } = useWords();
  const count = moves.length - maxMovesShown;
  const more = count > 0 ? [t("firing.more_components", { count })] : [];
  return <span>{t("firing.affects", { components: list([...moves.slice(0, maxMovesShown), ...more]) })}</span>;
}

/** Returns the rule's mode; a rule without one, or with an unknown one, only changes statuses. */
function modeOf({ rule }: TitledFiringGroup) {
  const { mode = "none" } = rule ?? {};
  return mode === "publish" || mode === "draft" ? mode : "none";
}

/** Notes alerts on hold beside their group: three at most, and how many more there are. */
function OnHold({ groups }: { groups: WaitingAlertGroup[] }) {
  const { t } = useWords();
  if (groups.length === 0) return null;
  return (
    <ul className="grid gap-1 py-1 text-sm">
      {groups.slice(0, 3).map((group) => (
        <li key={group.key} className="flex flex-wrap items-center gap-x-2">
          <Tag tone="waiting">{t("waiting.tag")}</Tag>
          {groups.length > 1 ? <bdi>{group.title ?? t("waiting.an_alert")}</bdi> : null}
          <Opening group={group} />
        </li>
      ))}
      {groups.length > 3 ? <li className="text-soft">{t("waiting.more", { count: groups.length - 3 })}</li> : null}
    </ul>
  );
}

function GroupHead(props: FiringGroupProps) {
  const { t, say } = useWords();
  const { group, slug, waiting } = props;

  const rule = rulePath(group, slug);
  return (
    <div className="grid gap-0.5">
      <h3 className="flex flex-wrap items-baseline gap-x-2 font-medium">
        <GroupName {...props} />
      </h3>
      <ListRowDetail>
        <span>{say("firing.alerts", { count: group.total, ago: <AgoText at={group.since} /> })}</span>
        {group.moves.length > 0 ? <Moves moves={group.moves} /> : null}
        {rule && group.incidentId === null ? (
          <Link to={rule} className={inlineLinkTargetClass}>
            {t("firing.rule", { mode: t(`mode.${modeOf(group)}`) })}
          </Link>
        ) : null}
      </ListRowDetail>
      <OnHold groups={waiting} />
    </div>
  );
}

/** Returns where the rest of a group is listed: at its incident, or at its origin. */
function restPath({ incidentId, family, sourceId }: TitledFiringGroup, slug: string): string | null {
  if (incidentId !== null) return `/manage/${slug}/incidents/${incidentId}`;
  return family === null ? null : alertOriginPath(slug, family, sourceId);
}

function Rest({ group, slug }: { group: TitledFiringGroup; slug: string }) {
  const { t } = useWords();
  const more = group.total - group.alerts.length;
  const path = restPath(group, slug);
  if (more <= 0 || path === null) return null;
  return (
    <Link to={path} className="inline-flex min-h-hit items-center">
      {t("firing.more", { count: more })}
    </Link>
  );
}

/** Says in the line below the title of a group's only alert what a group says in its head. */
function SingleAlertFacts({ group, slug, titles, waiting }: FiringGroupProps) {
  const { t } = useWords();
  return (
    <>
      {group.moves.length > 0 ? <Moves moves={group.moves} /> : null}
      {group.incidentId === null ? null : <GroupName group={group} slug={slug} titles={titles} />}
      {waiting.map((waits) => (
        <span key={waits.key} className="inline-flex flex-wrap items-center gap-x-2">
          <Tag tone="waiting">{t("waiting.tag")}</Tag>
          <Opening group={waits} />
        </span>
      ))}
    </>
  );
}

interface GroupRunProps extends Pick<FiringAlertListProps, "slug" | "editable" | "titles"> {
  run: TitledFiringGroup[];
  waitingOf(group: TitledFiringGroup): WaitingAlertGroup[];
  several: boolean;
}

/** Returns true when no incident of the group is open. */
const hasNoIncident = ({ incidentId }: TitledFiringGroup, titles: Record<string, string>): boolean =>
  incidentId === null || titles[incidentId] === undefined;

/** Shows groups of a single alert as rows of one list, or a group of several alerts below its name. */
function GroupRun({ run, slug, editable, titles, waitingOf, several }: GroupRunProps) {
  const [group] = run;
  if (!group) return null;
  const groups = new Map(run.flatMap((each) => each.alerts.map(({ id }) => [id, each] as const)));
  const shared = {
    slug,
    editable,
    tick: several ? SelectAlertCheckbox : null,
    opensIncident: ({ id }: { id: string }) => hasNoIncident(groups.get(id) ?? group, titles),
  };
  if (group.total === 1) {
    return (
      <AlertsPanel
        {...shared}
        alerts={run.flatMap(({ alerts }) => alerts)}
        detailOf={({ id }) => {
          const own = groups.get(id) ?? group;
          return <SingleAlertFacts group={own} slug={slug} titles={titles} waiting={waitingOf(own)} />;
        }}
      />
    );
  }
  return (
    <div className="grid gap-2">
      <GroupHead group={group} waiting={waitingOf(group)} slug={slug} titles={titles} />
      <AlertsPanel
        {...shared}
        alerts={group.alerts}
        {...(group.incidentId === null ? { within: group.sourceId } : {})}
      />
      <Rest group={group} slug={slug} />
    </div>
  );
}

interface FiringAlertListProps {
  groups: TitledFiringGroup[];
  waiting: WaitingAlertGroup[];
  /** Total number; not all of them are shown. */
  count: number;
  slug: string;
  editable: boolean;
  titles: Record<string, string>;
}

/** Lists firing alerts, by incident or by origin. */
export function FiringAlertsSection({ groups, waiting, count, slug, editable, titles }: FiringAlertListProps) {
  const { t, number } = useWords();
  if (groups.length === 0) {
    return <EmptyState title={t("firing.none")} about={t("firing.none_about")} />;
  }
  const listed = groups.reduce((sum, { alerts }) => sum + alerts.length, 0);
  const several = editable && listed > 1;
  const waitingOf = (group: TitledFiringGroup) => waiting.filter((waits) => isWaitingGroupShownByAlerts(group, waits));
  const shared = { slug, editable, titles, waitingOf, several };
  return (
    <>
      {joinSingleAlertGroups(groups).map((run) => (
        <GroupRun key={run[0]?.key} run={run} {...shared} />
      ))}
      {several ? <AlertBulkActionBar slug={slug} /> : null}
      {count > listed ? (
        <Link to={`/manage/${slug}/alerts`} className={`${inlineLinkTargetClass} justify-self-start`}>
          {t("firing.all", { number: number(count) })}
        </Link>
      ) : null}
    </>
  );
}

function Opening({ group: { mode, opening } }: { group: WaitingAlertGroup }) {
  const { t, say } = useWords();
  const kind = mode === "publish" ? "publish" : "draft";
  if (opening.kind !== "at") {
    return <span>{t(`waiting.${kind}_${opening.kind === "soon" ? "soon" : "later"}`)}</span>;
  }
  return <span>{say(`waiting.${kind}_at`, { time: <ClockText at={opening.at} /> })}</span>;
}

/** Lists what opens automatically, and what prevents it. */
export function WaitingAlertsPanel({ groups }: { groups: WaitingAlertGroup[] }) {
  const { t, say } = useWords();
  if (groups.length === 0) return null;
  return (
    <ListPanel>
      {groups.slice(0, 10).map((group) => (
        <ListRow key={group.key}>
          <p className="flex flex-wrap items-center gap-2 font-medium">
            <Tag tone="waiting">{t("waiting.tag")}</Tag>
            <bdi>{group.title ?? t("waiting.an_alert")}</bdi>
          </p>
          <ListRowDetail>
            <Opening group={group} />
            <span>{say("waiting.since", { ago: <AgoText at={group.since} /> })}</span>
          </ListRowDetail>
        </ListRow>
      ))}
      {groups.length > 10 ? (
        <ListRow>
          <p className="text-soft">{t("waiting.more", { count: groups.length - 10 })}</p>
        </ListRow>
      ) : null}
    </ListPanel>
  );
}

/** Returns true for a form of a single alert, which disappears with the alert. */
export const isAlertFormName = (form: string): boolean => /^(acknowledge|dismiss|restore)\b/.test(form);
