import { Link } from "@remix-run/react";
import type { ListedEntry } from "~/usecases/audit/list";
import { target } from "../alerts/alert-origin";
import { Detail, List, Row } from "../parts/list";
import { TimeText } from "../parts/time-text";
import { actionWords } from "./audit-actions";
import { type Difference, differences, fieldName, isInstant, type Names, nameWords, valueWords } from "./audit-words";

interface ValueProps {
  name: string;
  value: unknown;
  names: Names;
  kind: string;
}

function Value({ name, value, names, kind }: ValueProps) {
  return isInstant(name, value) ? <TimeText at={value} /> : <bdi>{valueWords(value, names, name, kind)}</bdi>;
}

function Change({ change: { name, from, to }, names, kind }: { change: Difference; names: Names; kind: string }) {
  return (
    <div className="contents">
      <dt className="text-soft">{fieldName(name, kind)}</dt>
      <dd className="min-w-0 [overflow-wrap:anywhere]">
        {from === undefined ? null : (
          <>
            <Value name={name} value={from} names={names} kind={kind} /> →{" "}
          </>
        )}
        <Value name={name} value={to} names={names} kind={kind} />
      </dd>
    </div>
  );
}

function Changes({ entry, names }: { entry: ListedEntry; names: Names }) {
  const changed = differences(entry.before, entry.after);
  if (changed.length === 0) return null;
  return (
    <dl className="grid grid-cols-[minmax(0,6rem)_minmax(0,1fr)] gap-x-4 gap-y-1 text-sm sm:grid-cols-[10rem_1fr]">
      {changed.map((change) => (
        <Change key={change.name} change={change} names={names} kind={entry.subjectKind} />
      ))}
    </dl>
  );
}

/** Where a subject is shown; null where it has no page of its own. */
const places: Record<string, string> = {
  alert: "alerts",
  channel: "channels",
  component: "components",
  component_group: "groups",
  heartbeat: "heartbeats",
  incident: "incidents",
  maintenance: "maintenances",
  monitor: "monitors",
  notice: "outbox",
  source: "sources",
};

const lists: Record<string, string> = {
  invitation: "people",
  page: "settings",
  person: "people",
  subscriber: "subscribers",
  template: "templates",
};

function pathOf({ subjectKind, subjectId, action }: ListedEntry, slug: string | null): string | null {
  if (slug === null) return null;
  if (action.endsWith(".delete")) return null;
  const place = places[subjectKind];
  if (place && subjectId !== "") return `/manage/${slug}/${place}/${encodeURIComponent(subjectId)}`;
  const list = lists[subjectKind];
  return list ? `/manage/${slug}/${list}` : null;
}

const text = (value: unknown): string | null => (typeof value === "string" && value !== "" ? value : null);

/** What it is called: as the entry says, else as it is called today. */
function subjectName({ subjectId, subjectTitle, before, after }: ListedEntry, names: Names): string | null {
  return (
    text(after?.title) ??
    text(after?.name) ??
    text(before?.title) ??
    text(before?.name) ??
    subjectTitle ??
    names[subjectId] ??
    null
  );
}

/** A person by name; a token with whose it is; a machine as the source that it is, else as System health. */
export function actorWords({ actor, actorKind, tokenOwner }: ListedEntry): string {
  if (actorKind === "token") return `the token ${actor ?? "(deleted)"}${tokenOwner ? ` of ${tokenOwner}` : ""}`;
  if (actorKind === "machine") return actor === null ? "Upfront" : `the source ${actor}`;
  if (actorKind === "visitor") return "a visitor";
  return actor ?? "a deleted user";
}

const deed = ({ action }: ListedEntry): string => actionWords[action] ?? nameWords(action);

function Entry({ entry, names, slug }: { entry: ListedEntry; names: Names; slug: string | null }) {
  const name = subjectName(entry, names);
  const path = pathOf(entry, slug);
  return (
    <Row>
      <p className="first-letter:uppercase">
        <bdi className="font-medium">{actorWords(entry)}</bdi> {deed(entry)}
        {name === null ? null : (
          <>
            : <bdi className="font-medium">{name}</bdi>
          </>
        )}
      </p>
      <Detail>
        <TimeText at={entry.at} exact />
        {path === null ? null : (
          <Link to={path} className={target}>
            Open<span className="sr-only"> {name ?? deed(entry)}</span>
          </Link>
        )}
      </Detail>
      <Changes entry={entry} names={names} />
    </Row>
  );
}

interface AuditListProps {
  entries: ListedEntry[];
  names: Names;
  /** Of the page; null = they are the deployment's. */
  slug: string | null;
}

/** Who did what, when, and how it was before; newest first. */
export function AuditList({ entries, names, slug }: AuditListProps) {
  return (
    <List>
      {entries.map((entry) => (
        <Entry key={entry.id} entry={entry} names={names} slug={slug} />
      ))}
    </List>
  );
}
