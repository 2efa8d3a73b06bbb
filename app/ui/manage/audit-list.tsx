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

/** A value in words, short enough for a line. */
export function valueWords(value: unknown): string {
  if (value === null || value === undefined || value === "") return "nothing";
  if (value === true) return "yes";
  if (value === false) return "no";
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return text.length > 200 ? `${text.slice(0, 200)}…` : text;
}

/** `startedAt` → "started at", `component.set_status` → "component set status". */
export const nameWords = (name: string): string =>
  name
    .replaceAll(/[._-]+/g, " ")
    .replaceAll(/([a-z])([A-Z])/g, "$1 $2")
    .toLowerCase();

/** What differs between before and after, field by field. */
export function differences(before: ListedEntry["before"], after: ListedEntry["after"]) {
  const names = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})]);
  return [...names]
    .map((name) => ({ name, from: valueWords(before?.[name]), to: valueWords(after?.[name]) }))
    .filter(({ from, to }) => from !== to);
}

function Differences({ entry }: { entry: ListedEntry }) {
  const changed = differences(entry.before, entry.after);
  if (changed.length === 0) return null;
  return (
    <dl className="grid gap-x-4 gap-y-1 text-sm sm:grid-cols-[10rem_1fr]">
      {changed.map(({ name, from, to }) => (
        <div key={name} className="contents">
          <dt className="text-soft">{nameWords(name)}</dt>
          <dd className="min-w-0 [overflow-wrap:anywhere]">
            <bdi>{from}</bdi> → <bdi>{to}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  );
}

export function AuditList({ entries }: { entries: ListedEntry[] }) {
  return (
    <List>
      {entries.map((entry) => (
        <Row key={entry.id}>
          <p className="font-medium first-letter:uppercase">{nameWords(entry.action)}</p>
          <Detail>
            <TimeText at={entry.at} />
            <span>
              by <bdi>{entry.actor}</bdi>
            </span>
          </Detail>
          <Differences entry={entry} />
        </Row>
      ))}
    </List>
  );
}
