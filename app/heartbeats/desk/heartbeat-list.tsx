import { type AlertCause, alertOriginPath } from "~/alerts/shown/desk/alert-origin";
import { WaitingForCauseTag } from "~/alerts/shown/desk/waiting-tag";
import { BulkRowCheckbox } from "~/monitors/desk/bulk-list";
import { MonitorFilterForm, type MonitorFilterValues } from "~/monitors/desk/monitor-filter";
import { MutedTag, TagList } from "~/monitors/desk/monitor-tags";
import { Button } from "~/ui/parts/button";
import { ButtonForm } from "~/ui/parts/form";
import { CheckboxConfirmFold } from "~/ui/parts/form-part";
import { RowLink } from "~/ui/parts/list";
import { SealedNotice } from "~/ui/parts/sealed-notice";
import { AgoText, TimeText } from "~/ui/parts/time-text";
import { VerbatimText } from "~/ui/parts/verbatim";
import type { HeartbeatSchedule } from "../rules/heartbeat";
import { HeartbeatStateBadge } from "./heartbeat-state";
import { heartbeatFilterStates, runDurationText, type ShownHeartbeatState, scheduleText } from "./heartbeat-words";
import { useWords } from "./words/words";

export interface ListedHeartbeat {
  id: string;
  name: string;
  slug: string;
  tags: string[];
  schedule: HeartbeatSchedule;
  state: ShownHeartbeatState;
  running: boolean;
  stateSince: number;
  lastPingAt: number | null;
  lastDuration: number | null;
  nextExpectedAt: number | null;
  mutedUntil: number | null;
  waitingFor: AlertCause | null;
}

function LastPing({ lastPingAt, lastDuration }: { lastPingAt: number; lastDuration: number | null }) {
  const words = useWords();
  const ago = <AgoText at={lastPingAt} />;
  if (lastDuration === null) return words.say("list.last_ping", { ago });
  const duration = <span className="whitespace-nowrap">{runDurationText(words, lastDuration)}</span>;
  return words.say("list.last_ping_ran", { ago, duration });
}

/** The last ping and the next expected one; also used on its own page. */
export function LastAndNextPing({ heartbeat }: { heartbeat: ListedHeartbeat }) {
  const { t, say } = useWords();
  const { lastPingAt, nextExpectedAt } = heartbeat;
  return (
    <p className="grid text-sm text-soft">
      <span>{lastPingAt === null ? t("list.no_ping_yet") : <LastPing {...heartbeat} lastPingAt={lastPingAt} />}</span>
      {nextExpectedAt === null ? null : <span>{say("list.expected", { at: <TimeText at={nextExpectedAt} /> })}</span>}
    </p>
  );
}

const columns = "lg:grid-cols-[minmax(0,1.4fr)_minmax(0,12rem)_minmax(0,14rem)_minmax(0,16rem)] lg:items-center";

interface HeartbeatListProps {
  heartbeats: ListedHeartbeat[];
  slug: string;
  /** Boxes that were ticked before a refusal; null = the rows have no boxes. */
  kept: Record<string, string> | null;
}

/** List with one row per heartbeat; on a narrow screen a row's parts are stacked. */
export function HeartbeatList({ heartbeats, slug, kept }: HeartbeatListProps) {
  const words = useWords();
  return (
    <ul className="divide-y divide-line rounded-lg border border-line bg-surface">
      {heartbeats.map((heartbeat) => (
        <li key={heartbeat.id} className="flex gap-x-1 px-4 py-3">
          {kept === null ? null : <BulkRowCheckbox many="heartbeat" row={heartbeat} kept={kept} />}
          <div className={`grid min-w-0 flex-1 gap-x-5 gap-y-2 ${columns}`}>
            <div className={`grid min-w-0 gap-0.5 ${kept === null ? "" : "pt-2 lg:pt-0"}`}>
              <RowLink to={alertOriginPath(slug, "heartbeat", heartbeat.id)}>{heartbeat.name}</RowLink>
              {heartbeat.slug ? <p className="text-sm break-words text-soft">{heartbeat.slug}</p> : null}
              <TagList tags={heartbeat.tags} />
            </div>
            <div className="grid gap-0.5">
              <HeartbeatStateBadge state={heartbeat.state} running={heartbeat.running} />
              {heartbeat.mutedUntil === null ? null : <MutedTag until={heartbeat.mutedUntil} />}
              <WaitingForCauseTag cause={heartbeat.waitingFor} slug={slug} />
            </div>
            <p className="text-sm break-words text-soft">{scheduleText(words, heartbeat.schedule)}</p>
            <LastAndNextPing heartbeat={heartbeat} />
          </div>
        </li>
      ))}
    </ul>
  );
}

/** Filter like that of monitors, with the states of heartbeats. */
export function HeartbeatFilterForm(given: { values: MonitorFilterValues; tags: string[]; to: string }) {
  const { t } = useWords();
  const states = Object.fromEntries(heartbeatFilterStates.map((state) => [state, t(`state.${state}`)]));
  return <MonitorFilterForm {...given} label={t("list.filter")} states={states} />;
}

/** Parameter of an address by slug: the first ping creates the heartbeat. */
const creating = "?create=1";

interface PingKeyPanelProps {
  pingKey: { made: boolean; key: string | null; version: number };
  origin: string;
}

/** The key for addresses by slug; one for all heartbeats of the page. */
export function PingKeyPanel({ pingKey, origin }: PingKeyPanelProps) {
  const { t, say } = useWords();
  const parameter = <code className="whitespace-nowrap">{creating}</code>;
  if (!pingKey.made) {
    return (
      <div className="grid justify-items-start gap-3">
        <p className="max-w-prose text-soft">{say("key.none_about", { parameter })}</p>
        <ButtonForm name="make-ping-key" version={pingKey.version}>
          <Button>{t("key.create")}</Button>
        </ButtonForm>
      </div>
    );
  }
  return (
    <div className="grid gap-3">
      <p className="max-w-prose text-soft">{say("key.about", { parameter })}</p>
      {pingKey.key === null ? (
        <SealedNotice what={t("key.sealed")} again={t("key.sealed_next")} />
      ) : (
        <VerbatimText label={t("key.address")}>{`${origin}/ping/${pingKey.key}/SLUG`}</VerbatimText>
      )}
      <CheckboxConfirmFold
        name="rotate-ping-key"
        version={pingKey.version}
        title={t("key.another")}
        label={t("key.another_sure")}
        hint={t("key.another_hint")}
        button={t("key.another_button")}
      />
    </div>
  );
}
