import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { intervalWords } from "~/rules/monitors/fields";
import { AgoText, TimeText } from "../parts/time-text";
import { type ListedMonitor, MutedTag, Tags, UptimeFigures } from "./monitor-list";
import { placedMinutes } from "./monitor-parts";
import { StateMark } from "./monitor-state";
import { latencyWords, minuteWords } from "./monitor-words";

export interface ShownMonitor extends ListedMonitor {
  interval: number;
  inARow: number;
  detail: string;
}

/** Why it stands as it does, besides what the last check said. */
function reasonOf({ state, inARow }: Pick<ShownMonitor, "state" | "inARow">): string {
  if (state === "paused") return "Paused. No checks are running.";
  if (state === "no_data") return "No data: it wasn’t checked, or our own network failed.";
  if (state === "new")
    return inARow === 1 ? "It waits for its first result." : `It waits for ${inARow} results in a row.`;
  return inARow === 1 ? "One result is enough to change it." : `${inARow} results in a row changed it.`;
}

interface MonitorFactsProps {
  monitor: ShownMonitor;
  /** The one that it depends on. */
  cause: { name: string; to: string } | null;
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="grid content-start gap-0.5">
      <dt className="text-sm text-soft">{term}</dt>
      <dd className="grid min-w-0 gap-0.5 break-words">{children}</dd>
    </div>
  );
}

/** What the newest check said, before anything is confirmed. */
function LastCheck({ monitor }: { monitor: ShownMonitor }) {
  const [newest] = placedMinutes(monitor.ring, monitor.ringEndsAt);
  if (!newest) return <span>{monitor.lastCheckAt === null ? "No result yet" : "No result in the last hour"}</span>;
  return (
    <>
      <span className="font-medium">
        {minuteWords[newest.state]}
        {newest.milliseconds === null ? "" : `, ${latencyWords(newest.milliseconds)}`}
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

/** What is confirmed, and beside it what the last check said: they differ until enough results agree. */
export function MonitorFacts({ monitor, cause }: MonitorFactsProps) {
  const { state, since, nextCheckAt, interval, uptime, tags, mutedUntil } = monitor;
  return (
    <div className="grid gap-5 rounded-lg border border-line bg-surface p-4">
      <dl className="grid grid-cols-[repeat(auto-fit,minmax(min(16rem,100%),1fr))] gap-x-8 gap-y-4">
        <Fact term="Confirmed state">
          <StateMark state={state} />
          <span className="text-sm text-soft">
            since <TimeText at={since} /> (<AgoText at={since} />)
          </span>
          <span className="text-sm">{reasonOf(monitor)}</span>
        </Fact>
        <Fact term="Last check">
          <LastCheck monitor={monitor} />
        </Fact>
        <Fact term="Next check">
          {nextCheckAt === null ? <span>None while it is paused</span> : <TimeText at={nextCheckAt} />}
          <span className="text-sm text-soft">{intervalWords(interval)}</span>
          {cause ? (
            <span className="text-sm">
              depends on <Link to={cause.to}>{cause.name}</Link>
            </span>
          ) : null}
        </Fact>
      </dl>
      <div className="grid max-w-md gap-0.5">
        <p className="text-sm text-soft">Uptime</p>
        <UptimeFigures uptime={uptime} />
      </div>
      {mutedUntil === null && tags.length === 0 ? null : (
        <div className="flex flex-wrap gap-3">
          <Tags tags={tags} />
          {mutedUntil === null ? null : <MutedTag until={mutedUntil} />}
        </div>
      )}
    </div>
  );
}
