import type { ReactNode } from "react";
import { MutedTag, TagChips } from "~/monitors/desk/monitor-tags";
import { AgoText, DatedTimeText } from "~/ui/parts/time-text";
import type { HeartbeatTableRow } from "./heartbeat-list";
import { HeartbeatStateBadge } from "./heartbeat-state";
import { gracePeriodText, type HeartbeatWords, runDurationText } from "./heartbeat-words";
import { useWords } from "./words/words";

interface HeartbeatDetailListProps extends Omit<HeartbeatTableRow, "waitingFor"> {
  graceSeconds: number;
  startedAt: number | null;
  pingCount: number;
  postOnly: boolean;
  manualResume: boolean;
  successWords: string[];
  failWords: string[];
  startWords: string[];
}

/** One fact, below its name. */
export function DetailListItem({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-sm text-soft">{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function choicesMade(
  { t, list }: HeartbeatWords,
  { postOnly, manualResume, ...words }: HeartbeatDetailListProps,
): string {
  const { successWords, failWords, startWords } = words;
  const filters = [...successWords, ...failWords, ...startWords].length > 0;
  return list([
    ...(postOnly ? [t("fact.post_only")] : []),
    ...(manualResume ? [t("fact.manual_resume")] : []),
    ...(filters ? [t("fact.words")] : []),
  ]);
}

/** Facts of a heartbeat; a time takes a second line in a phone's narrow column. */
export function HeartbeatDetailSection({ heartbeat }: { heartbeat: HeartbeatDetailListProps }) {
  const words = useWords();
  const { t, number } = words;
  const { lastPingAt, lastDuration, nextExpectedAt, startedAt } = heartbeat;
  const special = choicesMade(words, heartbeat);
  return (
    <section aria-label={t("fact.section")} className="grid gap-4 rounded-lg border border-line bg-surface p-4">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <HeartbeatStateBadge state={heartbeat.state} running={heartbeat.running} />
        {heartbeat.mutedUntil === null ? null : <MutedTag until={heartbeat.mutedUntil} />}
        <TagChips tags={heartbeat.tags} />
      </div>
      <dl className="grid grid-cols-[repeat(auto-fill,minmax(min(8.5rem,100%),1fr))] gap-x-6 gap-y-3 wrap-break-word [&_time]:whitespace-normal">
        <DetailListItem name={t("fact.last_ping")}>
          {lastPingAt === null ? t("fact.no_ping_yet") : <AgoText at={lastPingAt} />}
        </DetailListItem>
        <DetailListItem name={t("fact.expected")}>
          {nextExpectedAt === null ? t("fact.not_expected") : <DatedTimeText at={nextExpectedAt} />}
        </DetailListItem>
        <DetailListItem name={t("fact.grace")}>{gracePeriodText(words, heartbeat.graceSeconds)}</DetailListItem>
        <DetailListItem name={t("fact.ping_count")}>{number(heartbeat.pingCount)}</DetailListItem>
        {startedAt === null ? null : (
          <DetailListItem name={t("fact.running")}>
            <AgoText at={startedAt} />
          </DetailListItem>
        )}
        {lastDuration === null ? null : (
          <DetailListItem name={t("fact.last_run")}>{runDurationText(words, lastDuration)}</DetailListItem>
        )}
        {heartbeat.slug ? <DetailListItem name={t("fact.slug")}>{heartbeat.slug}</DetailListItem> : null}
        {special ? <DetailListItem name={t("fact.rules")}>{special}</DetailListItem> : null}
      </dl>
    </section>
  );
}
