import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { inlineLinkTargetClass } from "~/alerts/shown/desk/alert-origin";
import type { MonitorMinute } from "~/text/ring";
import { AgoText, ClockText } from "~/ui/parts/time-text";
import type { ListedMonitor } from "./monitor-list";
import { addTimesToMinutes } from "./monitor-parts";
import { MonitorStateBadge } from "./monitor-state";
import { MutedTag, TagChips } from "./monitor-tags";
import { type MonitorWords, monitorLatencyText, monitorVerdictText } from "./monitor-words";
import { UpgradeDifferenceText, type UpgradeDifferenceView } from "./reread-list";
import { UptimeSharesSection } from "./uptime-figures";
import { useWords } from "./words/words";

export interface ShownMonitor extends Omit<ListedMonitor, "drawing"> {
  /** Minutes of the last hour; the newest started at `ringEndsAt` (UTC ms). */
  ring: MonitorMinute[];
  ringEndsAt: number;
  interval: number;
  inARow: number;
  detail: string;
  slowerThanUsual: number | null;
  usualMs: number | null;
  /** Changed readings, shown for a week after an upgrade. */
  reread: UpgradeDifferenceView | null;
}

/** Returns the reason for the state, apart from the last check's result. */
function reasonOf({ t }: MonitorWords, { state, inARow }: Pick<ShownMonitor, "state" | "inARow">): string {
  if (state === "paused") return t("reason.paused");
  if (state === "no_data") return t("reason.no_data");
  return t(state === "new" ? "reason.new" : "reason.confirmed", { count: inARow });
}

interface MonitorDetailListProps {
  monitor: ShownMonitor;
  /** The monitor that it depends on. */
  cause: { name: string; to: string } | null;
  /** The agent that checks it; null when checks run here. */
  agent: { name: string; to: string } | null;
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="grid content-start gap-0.5">
      <dt className="text-sm text-soft">{term}</dt>
      <dd className="grid min-w-0 gap-0.5 break-words">{children}</dd>
    </div>
  );
}

/** The newest check's result, before it is confirmed. */
function LastCheck({ monitor }: { monitor: ShownMonitor }) {
  const words = useWords();
  const { t } = words;
  const [newest] = addTimesToMinutes(monitor.ring, monitor.ringEndsAt);
  if (!newest) return <span>{t(monitor.lastCheckAt === null ? "fact.no_result_yet" : "fact.no_result_lately")}</span>;
  const result = monitorVerdictText(words, newest.state);
  return (
    <>
      <span className="font-medium">
        {newest.milliseconds === null
          ? result
          : t("fact.result_in", { result, latency: monitorLatencyText(words, newest.milliseconds) })}
      </span>
      <span className="text-sm">
        <bdi>{monitor.detail}</bdi>
      </span>
      <span className="text-sm text-soft">
        <AgoText at={newest.at} />
      </span>
    </>
  );
}

/** The usual response time with which answers are compared; renders nothing when they are not. */
function UsualTime({ slowerThanUsual, usualMs }: Pick<ShownMonitor, "slowerThanUsual" | "usualMs">) {
  const words = useWords();
  const { t } = words;
  if (slowerThanUsual === null) return null;
  const text =
    usualMs === null ? t("fact.usual_unknown") : t("fact.usual", { latency: monitorLatencyText(words, usualMs) });
  return <span className="text-sm text-soft">{text}</span>;
}

/**
 * Shows the facts of a monitor: its confirmed state, and the last check's result, which differs until enough results
 * agree.
 */
export function MonitorDetailSection({ monitor, cause, agent }: MonitorDetailListProps) {
  const words = useWords();
  const { t, say } = words;
  const { state, since, nextCheckAt, interval, uptime, tags, mutedUntil } = monitor;
  return (
    <div className="grid gap-5 rounded-lg border border-line bg-surface p-4">
      <dl className="grid grid-cols-[repeat(auto-fit,minmax(min(16rem,100%),1fr))] gap-x-8 gap-y-4">
        <Fact term={t("fact.state")}>
          <span className="text-lg">
            <MonitorStateBadge state={state} />
          </span>
          <span className="text-sm text-soft">
            {say("fact.since", { at: <ClockText at={since} />, ago: <AgoText at={since} /> })}
          </span>
          <span className="text-sm text-soft">{reasonOf(words, monitor)}</span>
        </Fact>
        <Fact term={t("fact.last_check")}>
          <LastCheck monitor={monitor} />
          <UsualTime {...monitor} />
          {monitor.reread === null ? null : (
            <span className="text-sm">
              <UpgradeDifferenceText {...monitor.reread} />
            </span>
          )}
        </Fact>
        <Fact term={t("fact.next_check")}>
          {nextCheckAt === null ? (
            <span>{t(state === "paused" ? "fact.no_next_check" : "fact.next_reported")}</span>
          ) : (
            <ClockText at={nextCheckAt} />
          )}
          <span className="text-sm text-soft">{t("fact.every", { count: interval })}</span>
          {agent ? (
            <span className="text-sm">
              {say("fact.checked_by", {
                agent: (
                  <Link to={agent.to} className={inlineLinkTargetClass}>
                    {agent.name}
                  </Link>
                ),
              })}
            </span>
          ) : null}
          {cause ? (
            <span className="text-sm">
              {say("fact.depends_on", {
                monitor: (
                  <Link to={cause.to} className={inlineLinkTargetClass}>
                    {cause.name}
                  </Link>
                ),
              })}
            </span>
          ) : null}
        </Fact>
      </dl>
      <div className="grid max-w-md gap-0.5">
        <p className="text-sm text-soft">{t("uptime.title")}</p>
        <UptimeSharesSection uptime={uptime} />
      </div>
      {mutedUntil === null && tags.length === 0 ? null : (
        <div className="flex flex-wrap gap-3">
          <TagChips tags={tags} />
          {mutedUntil === null ? null : <MutedTag until={mutedUntil} />}
        </div>
      )}
    </div>
  );
}
