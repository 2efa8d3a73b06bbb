import type { ReactNode } from "react";
import { MutedTag, Tags } from "../monitors/monitor-list";
import type { ConflictField } from "../parts/conflict";
import { AgoText, TimeText } from "../parts/time-text";
import { modeWords } from "../parts/words";
import { type HeartbeatValues, scheduleKindWords } from "./heartbeat-form";
import type { ListedHeartbeat } from "./heartbeat-list";
import { HeartbeatMark } from "./heartbeat-state";
import { durationText, lengthText } from "./heartbeat-words";

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
  [postOnly ? "only POST counts" : "", manualResume ? "only a person resumes it" : ""].filter(Boolean).join(", ");

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

const typedLength = (typed: Record<string, string>, name: string, unit: string) => {
  const count = typed[name] ?? "";
  return { [count]: `${count} ${typed[unit] ?? ""}` };
};

/** What stands there now, beside what was typed. */
export function heartbeatConflictFields(now: HeartbeatValues, typed: Record<string, string>): ConflictField[] {
  const { schedule } = now;
  const cron = schedule.kind === "cron";
  const choice = { kind: "choice" as const };
  const period = { words: typedLength(typed, "schedule.periodSeconds", "periodUnit") };
  const grace = { words: typedLength(typed, "graceSeconds", "graceUnit") };
  return [
    { name: "name", label: "Name", theirs: now.name },
    { name: "slug", label: "Slug", theirs: now.slug },
    { name: "tags", label: "Tags", theirs: now.tags.join(", ") },
    {
      ...{ name: "scheduleKind", label: "Schedule", ...choice, words: scheduleKindWords },
      theirs: scheduleKindWords[schedule.kind],
    },
    {
      ...{ name: "schedule.periodSeconds", label: "Period", ...choice, ...period },
      theirs: cron ? "" : lengthText(schedule.periodSeconds),
    },
    { name: "schedule.expression", label: "Cron expression", theirs: cron ? schedule.expression : "" },
    { name: "schedule.timeZone", label: "Time zone", theirs: cron ? schedule.timeZone : "" },
    { ...{ name: "graceSeconds", label: "Grace", ...choice, ...grace }, theirs: lengthText(now.graceSeconds) },
    { ...{ name: "mode", label: "Incident", ...choice, words: modeWords }, theirs: modeWords[now.mode] ?? "" },
    { name: "hold", label: "Hold, seconds", theirs: String(now.holdSeconds) },
    { name: "resolveAfter", label: "Resolve after, seconds", theirs: String(now.resolveAfterSeconds) },
  ];
}
