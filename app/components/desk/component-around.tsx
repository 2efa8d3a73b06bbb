import { inlineLinkTargetClass } from "~/alerts/shown/desk/alert-origin";
import { CorrectionLink } from "~/corrections/desk/correction-link";
import type { SuspectedReport } from "~/corrections/rules/suspected-report";
import { HeartbeatStateBadge } from "~/heartbeats/desk/heartbeat-state";
import { isShownHeartbeatState as isBeat } from "~/heartbeats/desk/heartbeat-words";
import { MonitorStateBadge } from "~/monitors/desk/monitor-state";
import { shownMonitorStates } from "~/monitors/desk/monitor-words";
import { Link } from "~/ui/parts/link";
import { ListPanel, ListRow, ListRowDetail, RowLink, Section } from "~/ui/parts/list";
import { StatusIcon } from "~/ui/parts/status-mark";
import { AgoText, TimeText } from "~/ui/parts/time-text";
import { useWordTable } from "~/ui/parts/words";
import type { ComponentSurroundings } from "../surroundings";
import { useWords } from "./words/words";

export interface ComponentContextView {
  /**
   * The rules that affect it, in words; `match` is null for those of monitors and heartbeats, and for the catch-all.
   */
  moved: (Omit<ComponentSurroundings["moved"][number], "match" | "sourceId"> & { to: string; match: string | null })[];
  incidents: ComponentSurroundings["incidents"];
  /** The report that a correction starts with. */
  suspected: SuspectedReport;
  /** Uptime of the last 90 days as text; null without data. */
  uptime: string | null;
}

const families = ["monitor", "heartbeat", "source"] as const;

/** Shows the state of a monitor or heartbeat; for a rule, whether an alert of its source is firing. */
function HowItIs({
  family,
  state,
  firing,
  unsaid,
}: Pick<ComponentContextView["moved"][number], "family" | "state" | "firing" | "unsaid">) {
  const { t } = useWords();
  if (family === "heartbeat" && isBeat(state)) return <HeartbeatStateBadge state={state} running={false} />;
  const shown = shownMonitorStates.find((each) => each === state);
  if (shown) return <MonitorStateBadge state={shown} />;
  const quiet = unsaid ? "no_data" : "operational";
  return (
    <span className="inline-flex items-center gap-1.5">
      <StatusIcon status={firing ? "major_outage" : quiet} />
      {t(firing ? "around.firing" : unsaid ? "around.unsaid" : "around.quiet")}
    </span>
  );
}

type MoverRow = ComponentContextView["moved"][number];
type WatcherRow = MoverRow & { statuses: MoverRow["status"][] };

/** Joins the rules of a monitor or heartbeat, which has one for each of its states, into one row. */
export function watchersOf(moved: readonly MoverRow[]): WatcherRow[] {
  const watchers: WatcherRow[] = [];
  for (const each of moved) {
    const same = each.match === null ? watchers.find(({ to, match }) => match === null && to === each.to) : undefined;
    if (same) same.statuses.push(each.status);
    else watchers.push({ ...each, statuses: [each.status] });
  }
  return watchers;
}

function MovedBy({ moved }: Pick<ComponentContextView, "moved">) {
  const { t, list } = useWords();
  const statuses = useWordTable("settable_status");
  if (moved.length === 0) return <p className="text-soft">{t("around.nothing_moves")}</p>;
  return (
    <ListPanel>
      {families.flatMap((family) =>
        watchersOf(moved)
          .filter((each) => each.family === family)
          .map(({ ruleId, to, name, match, statuses: set, ...how }) => (
            <ListRow key={ruleId}>
              <span className="flex flex-wrap items-center gap-x-3">
                <RowLink to={to}>
                  <bdi>{name}</bdi>
                </RowLink>
                <HowItIs {...how} />
              </span>
              <ListRowDetail>
                <span>{t(`around.${family}`)}</span>
                {match === null ? null : <span>{match}</span>}
                <span>{list(set.map((status) => statuses[status] ?? status))}</span>
                {how.since === null ? null : <AgoText at={how.since} />}
              </ListRowDetail>
            </ListRow>
          )),
      )}
    </ListPanel>
  );
}

type TranslateWord = ReturnType<typeof useWords>["t"];

/** Returns the uptime, with a note when it was not measured but follows from what people set. */
function uptimeText(t: TranslateWord, { uptime, isWatched }: { uptime: string | null; isWatched: boolean }): string {
  if (uptime === null) return t("around.no_uptime");
  return t(isWatched ? "around.uptime" : "around.unwatched", { uptime });
}

/** Shows what moves a component, its uptime, and where visitors see it. */
export function ComponentContextSection({
  around,
  slug,
  id,
}: {
  around: ComponentContextView;
  slug: string;
  id: string;
}) {
  const { t } = useWords();
  const { moved, incidents, uptime, suspected } = around;
  return (
    <>
      <p className="flex flex-wrap gap-x-4">
        <span>{uptimeText(t, { uptime, isWatched: moved.length > 0 })}</span>
        <a href={`/${slug}/components/${id}`} className={inlineLinkTargetClass}>
          {t("around.public")}
        </a>
        {moved.length === 0 ? null : <CorrectionLink slug={slug} report={suspected} />}
      </p>
      <Section title={t("around.moved_by")}>
        <MovedBy moved={moved} />
      </Section>
      <Section title={t("around.incidents")}>
        {incidents.length === 0 ? (
          <p className="text-soft">{t("around.no_incidents")}</p>
        ) : (
          <ListPanel>
            {incidents.map(({ id: incident, title, startedAt }) => (
              <ListRow key={incident}>
                <RowLink to={`/manage/${slug}/incidents/${incident}`}>
                  <bdi>{title}</bdi>
                </RowLink>
                <ListRowDetail>
                  <TimeText at={startedAt} />
                </ListRowDetail>
              </ListRow>
            ))}
          </ListPanel>
        )}
      </Section>
      {moved.length > 0 ? null : (
        <p>
          <Link to={`/manage/${slug}/monitors/new?component=${id}`} className={inlineLinkTargetClass}>
            {t("around.new_monitor")}
          </Link>
        </p>
      )}
    </>
  );
}
