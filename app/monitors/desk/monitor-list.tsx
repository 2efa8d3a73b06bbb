import type { ReactNode } from "react";
import { type AlertCause, alertOriginPath } from "~/alerts/shown/desk/alert-origin";
import { WaitingForCauseTag } from "~/alerts/shown/desk/waiting-tag";
import type { MonitorMinute } from "~/text/ring";
import { minuteMs } from "~/time/durations";
import { FamilyKindLabel } from "~/ui/parts/kind-icon";
import { RowLink } from "~/ui/parts/list";
import { shortDurationText, utcText } from "~/ui/parts/time-text";
import { useViewer } from "~/ui/parts/viewer";
import type { MonitorRow as ViewedMonitor } from "../monitor-view";
import { BulkRowCheckbox } from "./bulk-list";
import { datedMinutes } from "./monitor-parts";
import { ResponseTimeSparkline } from "./monitor-sparkline";
import { MonitorStateBadge } from "./monitor-state";
import { MutedTag, TagList } from "./monitor-tags";
import { UptimeList, type UptimeShares } from "./uptime-figures";
import { useWords } from "./words/words";

type ListedFields =
  | ("id" | "name" | "kind" | "kindTitle" | "target" | "tags" | "state")
  | ("since" | "mutedUntil" | "lastCheckAt" | "nextCheckAt");

export interface ListedMonitor extends Pick<ViewedMonitor, ListedFields> {
  ringEndsAt: number;
  ring: MonitorMinute[];
  uptime: UptimeShares;
  waitingFor: AlertCause | null;
}

/** Time close to now as a short text, with the exact time as its title. */
function Near({ at, ahead = false, standing = false }: { at: number; ahead?: boolean; standing?: boolean }) {
  const { now } = useViewer();
  const { t, language } = useWords();
  const length = ahead ? at - now : now - at;
  const past = standing ? "near.for" : "near.ago";
  const soon = ahead ? "near.now" : "near.just_now";
  return (
    <time dateTime={new Date(at).toISOString()} title={utcText(at)} className="whitespace-nowrap">
      {length < minuteMs ? t(soon) : t(ahead ? "near.in" : past, { length: shortDurationText(length, language) })}
    </time>
  );
}

/** Returns the newest result of the hour, which remains during a pause; null when there is none. */
const newestOf = ({ ring, ringEndsAt }: ListedMonitor) =>
  datedMinutes(ring, ringEndsAt).find(({ state }) => state !== "no_data") ?? null;

function Checks({ monitor }: { monitor: ListedMonitor }) {
  const { t, say } = useWords();
  const { nextCheckAt } = monitor;
  const lastCheckAt = monitor.lastCheckAt ?? newestOf(monitor)?.at ?? null;
  return (
    <p className={`flex flex-wrap gap-x-3 text-sm text-soft lg:grid ${wholeLine}`}>
      {lastCheckAt === null && monitor.uptime.quarter !== null ? null : (
        <span>
          {lastCheckAt === null ? t("list.no_result_yet") : say("list.checked", { when: <Near at={lastCheckAt} /> })}
        </span>
      )}
      {nextCheckAt === null ? null : <span>{say("list.next", { when: <Near at={nextCheckAt} ahead /> })}</span>}
    </p>
  );
}

/**
 * Columns of a row: on a phone the state and the chart share a line; on a wide screen all parts share one, and the name
 * takes the remaining width.
 */
const columns =
  "grid-cols-[minmax(0,1fr)_auto] sm:grid-cols-2 lg:grid-cols-[minmax(0,1fr)_7.5rem_10rem_14.75rem_9rem] lg:items-center";
const wholeLine = "col-span-full sm:col-span-1";

interface MonitorRowProps {
  monitor: ListedMonitor;
  slug: string;
  children: ReactNode;
}

function MonitorRow({ monitor, slug, children }: MonitorRowProps) {
  return (
    <li className="flex gap-x-1 px-4 py-3 pointer-fine:py-2">
      {children}
      <div className={`grid min-w-0 flex-1 gap-x-5 gap-y-2 ${columns}`}>
        <div className={`grid min-w-0 gap-0.5 pt-2 lg:pt-0 ${wholeLine}`}>
          <RowLink to={alertOriginPath(slug, "monitor", monitor.id)}>{monitor.name}</RowLink>
          <p className="min-w-0 text-sm break-words text-soft">
            <FamilyKindLabel family="monitors" kind={monitor.kind} title={monitor.kindTitle} />{" "}
            <bdi>{monitor.target}</bdi>
          </p>
          <TagList tags={monitor.tags} />
          {monitor.mutedUntil === null ? null : <MutedTag until={monitor.mutedUntil} />}
          <WaitingForCauseTag cause={monitor.waitingFor} slug={slug} />
        </div>
        <div className="flex flex-wrap items-center gap-x-3 gap-y-0.5 lg:grid">
          <MonitorStateBadge state={monitor.state} />
          <span className="text-sm text-soft">
            <Near at={monitor.since} standing />
          </span>
        </div>
        <ResponseTimeSparkline ring={monitor.ring} newest={newestOf(monitor)} />
        <div className={wholeLine}>
          <UptimeList uptime={monitor.uptime} />
        </div>
        <Checks monitor={monitor} />
      </div>
    </li>
  );
}

interface MonitorListProps {
  monitors: ListedMonitor[];
  slug: string;
  /** True when each row has a checkbox, for the form around them. */
  chooses: boolean;
  /** Boxes that were ticked before a refusal. */
  kept: Record<string, string>;
}

/** List with one row per monitor; on a narrow screen a row's parts are stacked. */
export function MonitorList({ monitors, slug, chooses, kept }: MonitorListProps) {
  return (
    <ul className="divide-y divide-line rounded-lg border border-line bg-surface">
      {monitors.map((monitor) => (
        <MonitorRow key={monitor.id} monitor={monitor} slug={slug}>
          {chooses ? <BulkRowCheckbox many="monitor" row={monitor} kept={kept} /> : null}
        </MonitorRow>
      ))}
    </ul>
  );
}
