import type { Schedule } from "~/rules/heartbeats/heartbeat";
import { MonitorFilter, type MonitorFilterValues } from "../monitors/monitor-filter";
import { MutedTag, Tags } from "../monitors/monitor-list";
import { Button } from "../parts/button";
import { CheckboxField } from "../parts/field";
import { ButtonForm, PostForm, useFormState } from "../parts/form";
import { Fold, RowLink, Verbatim } from "../parts/list";
import { SealedAway } from "../parts/sealed-away";
import { AgoText, TimeText } from "../parts/time-text";
import { HeartbeatMark } from "./heartbeat-state";
import { durationText, filterStateWords, type ShownState, scheduleWords } from "./heartbeat-words";

export interface ListedHeartbeat {
  id: string;
  name: string;
  slug: string;
  tags: string[];
  schedule: Schedule;
  state: ShownState;
  running: boolean;
  stateSince: number;
  lastPingAt: number | null;
  lastDuration: number | null;
  nextExpectedAt: number | null;
  mutedUntil: number | null;
}

/** When it last spoke and when it should next; also on its own page. */
export function LastAndNext({ heartbeat }: { heartbeat: ListedHeartbeat }) {
  const { lastPingAt, lastDuration, nextExpectedAt } = heartbeat;
  return (
    <p className="grid text-sm text-soft">
      <span>
        {lastPingAt === null ? (
          "no ping yet"
        ) : (
          <>
            last ping <AgoText at={lastPingAt} />
            {lastDuration === null ? null : (
              <>
                , <span className="whitespace-nowrap">ran {durationText(lastDuration)}</span>
              </>
            )}
          </>
        )}
      </span>
      {nextExpectedAt === null ? null : (
        <span>
          expected <TimeText at={nextExpectedAt} />
        </span>
      )}
    </p>
  );
}

const columns = "lg:grid-cols-[minmax(0,1.4fr)_minmax(0,12rem)_minmax(0,14rem)_minmax(0,16rem)] lg:items-center";

/** One row each; on a narrow screen its parts stand below each other. */
export function HeartbeatList({ heartbeats, here }: { heartbeats: ListedHeartbeat[]; here: string }) {
  return (
    <ul className="divide-y divide-line rounded-lg border border-line bg-surface">
      {heartbeats.map((heartbeat) => (
        <li key={heartbeat.id} className={`grid gap-x-5 gap-y-2 px-4 py-3 ${columns}`}>
          <div className="grid min-w-0 gap-0.5">
            <RowLink to={`${here}/${heartbeat.id}`}>{heartbeat.name}</RowLink>
            {heartbeat.slug ? <p className="text-sm break-words text-soft">{heartbeat.slug}</p> : null}
            <Tags tags={heartbeat.tags} />
          </div>
          <div className="grid gap-0.5">
            <HeartbeatMark state={heartbeat.state} running={heartbeat.running} />
            {heartbeat.mutedUntil === null ? null : <MutedTag until={heartbeat.mutedUntil} />}
          </div>
          <p className="text-sm break-words text-soft">{scheduleWords(heartbeat.schedule)}</p>
          <LastAndNext heartbeat={heartbeat} />
        </li>
      ))}
    </ul>
  );
}

/** As that of monitors, for what heartbeats have. */
export const HeartbeatFilter = (given: { values: MonitorFilterValues; tags: string[]; to: string }) => (
  <MonitorFilter {...given} label="Name or slug" states={filterStateWords} />
);

interface PingKeyProps {
  pingKey: { made: boolean; key: string | null; version: number };
  origin: string;
}

/** For addresses by slug; one key for all heartbeats of the page. */
export function PingKey({ pingKey, origin }: PingKeyProps) {
  const rotating = useFormState("rotate-ping-key") !== null;
  if (!pingKey.made) {
    return (
      <div className="grid justify-items-start gap-3">
        <p className="max-w-prose text-soft">
          No ping key yet. With one, a heartbeat can also be pinged by its slug, and <code>?create=1</code> makes the
          heartbeat at its first ping.
        </p>
        <ButtonForm name="make-ping-key" version={pingKey.version}>
          <Button>Make a ping key</Button>
        </ButtonForm>
      </div>
    );
  }
  return (
    <div className="grid gap-3">
      <p className="max-w-prose text-soft">
        By this key and its slug a heartbeat can be pinged, too; <code>?create=1</code> makes it at its first ping.
      </p>
      {pingKey.key === null ? (
        <SealedAway what="The ping key" again="make another one" />
      ) : (
        <Verbatim label="Address by ping key">{`${origin}/ping/${pingKey.key}/SLUG`}</Verbatim>
      )}
      <Fold title="Another ping key" open={rotating}>
        <PostForm name="rotate-ping-key" version={pingKey.version}>
          <CheckboxField
            name="sure"
            label="Yes, make another key; addresses with the old one stop at once"
            hint="Do this if the key has been exposed."
            checked={false}
          />
          <div>
            <Button look="danger">Make another key</Button>
          </div>
        </PostForm>
      </Fold>
    </div>
  );
}
