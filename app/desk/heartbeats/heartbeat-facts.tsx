import type { ReactNode } from "react";
import { lengthText } from "~/rules/basics/length";
import { MutedTag, Tags } from "../monitors/monitor-list";
import { AgoText, TimeText } from "../parts/time-text";
import type { ListedHeartbeat } from "./heartbeat-list";
import { HeartbeatMark } from "./heartbeat-state";
import { durationText } from "./heartbeat-words";

interface Facts extends ListedHeartbeat {
  graceSeconds: number;
  startedAt: number | null;
  pingCount: number;
  postOnly: boolean;
  manualResume: boolean;
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-sm text-soft">{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

const choicesMade = ({ postOnly, manualResume }: Facts) =>
  [postOnly ? "only POST counts" : "", manualResume ? "must be resumed manually" : ""].filter(Boolean).join(", ");

/** How it stands, at a glance. */
export function HeartbeatFacts({ heartbeat }: { heartbeat: Facts }) {
  const { lastPingAt, lastDuration, nextExpectedAt, startedAt } = heartbeat;
  const special = choicesMade(heartbeat);
  return (
    <section aria-label="State" className="grid gap-4 rounded-lg border border-line bg-surface p-4">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <HeartbeatMark state={heartbeat.state} running={heartbeat.running} />
        {heartbeat.mutedUntil === null ? null : <MutedTag until={heartbeat.mutedUntil} />}
        <Tags tags={heartbeat.tags} />
      </div>
      <dl className="grid grid-cols-[repeat(auto-fill,minmax(min(12rem,100%),1fr))] gap-x-6 gap-y-3">
        <Fact name="Last ping">{lastPingAt === null ? "none yet" : <AgoText at={lastPingAt} />}</Fact>
        <Fact name="Expected">{nextExpectedAt === null ? "nothing now" : <TimeText at={nextExpectedAt} />}</Fact>
        <Fact name="Grace">{lengthText(heartbeat.graceSeconds)}</Fact>
        <Fact name="Pings in all">{heartbeat.pingCount.toLocaleString("en-GB")}</Fact>
        {startedAt === null ? null : (
          <Fact name="Running since">
            <AgoText at={startedAt} />
          </Fact>
        )}
        {lastDuration === null ? null : <Fact name="Last run took">{durationText(lastDuration)}</Fact>}
        {heartbeat.slug ? <Fact name="Slug">{heartbeat.slug}</Fact> : null}
        {special ? <Fact name="Pings">{special}</Fact> : null}
      </dl>
    </section>
  );
}
