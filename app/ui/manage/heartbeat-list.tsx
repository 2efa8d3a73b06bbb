import { Link } from "@remix-run/react";
import type { Schedule } from "~/rules/heartbeat";
import { Button } from "./button";
import { CheckboxField } from "./field";
import { ButtonForm, PostForm, useFormState } from "./form";
import { HeartbeatMark } from "./heartbeat-state";
import { durationText, filterStateWords, type ShownState, scheduleWords } from "./heartbeat-words";
import { Fold, RowLink, Verbatim } from "./list";
import { MutedTag, Tags } from "./monitor-list";
import { AgoText, TimeText } from "./time-text";

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
            {lastDuration === null ? null : `, ran ${durationText(lastDuration)}`}
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

export interface HeartbeatFilterValues {
  text: string;
  state: string;
  tag: string;
}

const box = "min-h-11 w-full rounded-md border border-edge bg-surface px-3 py-2 font-normal";

interface ChoiceProps {
  name: string;
  label: string;
  value: string;
  choices: [string, string][];
}

function Choice({ name, label, value, choices }: ChoiceProps) {
  return (
    <label className="grid gap-1 text-sm font-medium">
      {label}
      <select name={name} defaultValue={value} className={box}>
        <option value="">Any</option>
        {choices.map(([key, word]) => (
          <option key={key} value={key}>
            {word}
          </option>
        ))}
      </select>
    </label>
  );
}

/** Asks by the address, so that a filtered list can be kept as a bookmark. */
export function HeartbeatFilter({ values, tags, to }: { values: HeartbeatFilterValues; tags: string[]; to: string }) {
  const filtered = Object.values(values).some((value) => value !== "");
  const offered = values.tag !== "" && !tags.includes(values.tag) ? [...tags, values.tag] : tags;
  return (
    <search>
      <form
        method="get"
        action={to}
        className="grid items-end gap-3 sm:grid-cols-2 lg:grid-cols-[2fr_1fr_1fr_auto_auto]"
      >
        <label className="grid gap-1 text-sm font-medium">
          Name or slug
          <input type="search" name="text" defaultValue={values.text} className={box} />
        </label>
        <Choice name="state" label="State" value={values.state} choices={Object.entries(filterStateWords)} />
        <Choice name="tag" label="Tag" value={values.tag} choices={offered.map((tag) => [tag, tag])} />
        <Button>Filter</Button>
        {filtered ? (
          <Link to={to} className="inline-flex min-h-11 items-center">
            Show all
          </Link>
        ) : null}
      </form>
    </search>
  );
}

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
          With a key, a heartbeat is also pinged by its slug; with <code>?create=1</code> a ping makes what is not there
          yet. None was made so far.
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
        A heartbeat is pinged by this key and its slug; with <code>?create=1</code> a ping makes what is not there yet.
      </p>
      <Verbatim label="Address by ping key">{`${origin}/ping/${pingKey.key}/SLUG`}</Verbatim>
      <Fold title="Another ping key" open={rotating}>
        <PostForm name="rotate-ping-key" version={pingKey.version}>
          <CheckboxField
            name="sure"
            label="Yes, make another key; addresses with the old one stop at once"
            hint="Do this when the key has become known to somebody who should not have it."
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
