import { type Difference, differences, isInstant, type Names, nameWords, valueWords } from "./audit-words";
import { Detail, List, Row } from "./list";
import { TimeText } from "./time-text";

export interface ListedEntry {
  id: string;
  at: number;
  actor: string;
  action: string;
  subjectKind: string;
  subjectId: string;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
}

function Value({ name, value, names }: { name: string; value: unknown; names: Names }) {
  return isInstant(name, value) ? <TimeText at={value} /> : <bdi>{valueWords(value, names)}</bdi>;
}

function Change({ change: { name, from, to }, names }: { change: Difference; names: Names }) {
  return (
    <div className="contents">
      <dt className="text-soft">{nameWords(name)}</dt>
      <dd className="min-w-0 [overflow-wrap:anywhere]">
        {from === undefined ? null : (
          <>
            <Value name={name} value={from} names={names} /> →{" "}
          </>
        )}
        <Value name={name} value={to} names={names} />
      </dd>
    </div>
  );
}

function Changes({ entry, names }: { entry: ListedEntry; names: Names }) {
  const changed = differences(entry.before, entry.after);
  if (changed.length === 0) return null;
  return (
    <dl className="grid gap-x-4 gap-y-1 text-sm sm:grid-cols-[10rem_1fr]">
      {changed.map((change) => (
        <Change key={change.name} change={change} names={names} />
      ))}
    </dl>
  );
}

/** Who, when, what, and how it was before; newest first. */
export function AuditList({ entries, names }: { entries: ListedEntry[]; names: Names }) {
  return (
    <List>
      {entries.map((entry) => (
        <Row key={entry.id}>
          <p className="font-medium first-letter:uppercase">
            {nameWords(entry.action)}
            {names[entry.subjectId] ? `: ${names[entry.subjectId]}` : ""}
          </p>
          <Detail>
            <TimeText at={entry.at} />
            <span>
              by <bdi>{entry.actor}</bdi>
            </span>
          </Detail>
          <Changes entry={entry} names={names} />
        </Row>
      ))}
    </List>
  );
}
