import type { ReactNode } from "react";
import { ChevronIcon } from "~/ui/parts/icons";
import { TimeText } from "~/ui/parts/time-text";
import type { AuditEntryView } from "../list";
import { auditActionSentence, sentenceBeginsWithActor } from "./audit-actions";
import {
  type AuditDifference,
  type AuditNames,
  type AuditValueContext,
  auditDifferences,
  auditFieldLabel,
  auditValueText,
  isEmptyAuditValue,
  isInstantField,
} from "./audit-words";
import { auditActorText, auditSubjectName } from "./entry-names";
import { useWords } from "./words/words";

type AuditWords = ReturnType<typeof useWords>;

interface AuditValueProps {
  name: string;
  value: unknown;
  reading: AuditValueContext;
}

function Value({ name, value, reading }: AuditValueProps) {
  return isInstantField(name, value) ? <TimeText at={value} /> : <bdi>{auditValueText(reading, value, name)}</bdi>;
}

function Change({ change: { name, from, to }, reading }: { change: AuditDifference; reading: AuditValueContext }) {
  const { say } = useWords();
  const now = <Value name={name} value={to} reading={reading} />;
  return (
    <div className="contents">
      <dt className="text-soft">{auditFieldLabel(reading.words, name, reading.subjectKind)}</dt>
      <dd className="min-w-0 [overflow-wrap:anywhere]">
        {from === undefined
          ? now
          : say("entry.change", { from: <Value name={name} value={from} reading={reading} />, to: now })}
      </dd>
    </div>
  );
}

/** Changes of an entry, field by field. */
function ChangeList({ changes, reading }: { changes: AuditDifference[]; reading: AuditValueContext }) {
  return (
    <dl className="grid grid-cols-[minmax(0,6rem)_minmax(0,1fr)] gap-x-4 gap-y-1 pb-2 text-sm sm:grid-cols-[10rem_1fr]">
      {changes.map((change) => (
        <Change key={change.name} change={change} reading={reading} />
      ))}
    </dl>
  );
}

/**
 * Returns a single change of a named subject as one sentence: "Ada changed “Interval” of Checkout from 1 minute to 30
 * seconds".
 */
function changeSentence(
  words: AuditWords,
  reading: AuditValueContext,
  change: AuditDifference,
  about: { actor: ReactNode; name: ReactNode },
): ReactNode {
  const { subjectKind } = reading;
  const { name, from, to } = change;
  const said = { ...about, field: auditFieldLabel(words, name, subjectKind) };
  const [before, after] = [from, to].map((value) => <Value key="value" name={name} value={value} reading={reading} />);
  if (isEmptyAuditValue(to)) return words.say("entry.cleared", { ...said, from: before });
  if (isEmptyAuditValue(from)) return words.say("entry.set", { ...said, to: after });
  return words.say("entry.moved", { ...said, from: before, to: after });
}

/** Returns the change of an entry that changes one field by saving a form, and is no action of its own. */
function onlyChange({ action, before, after }: AuditEntryView): AuditDifference | null {
  const changed = auditDifferences(before, after);
  const [only] = changed;
  return only && changed.length === 1 && before !== null && action.endsWith(".update") && !ownDeeds.has(action)
    ? only
    : null;
}

/** Actions that end in ".update" but post something. */
const ownDeeds = new Set(["incident.update", "maintenance.update"]);

/** The actor in a sentence; where a column beside it says who it was, only screen readers read it again. */
function Actor({ entry, action }: { entry: AuditEntryView; action: string }) {
  const words = useWords();
  const isRepeated = sentenceBeginsWithActor(words, action);
  return <bdi className={`font-medium ${isRepeated ? "sm:sr-only" : ""}`}>{auditActorText(words, entry)}</bdi>;
}

/** The sentence about an entry; it opens to show the changes. */
export function AuditSentence({ entry, names }: { entry: AuditEntryView; names: AuditNames }) {
  const words = useWords();
  const { action, subjectKind, subjectId, before, after } = entry;
  const reading = { words, names, subjectKind, subjectId };
  const name = auditSubjectName(entry, names);
  const only = name === null ? null : onlyChange(entry);
  const actor = <Actor entry={entry} action={action} />;
  if (only) {
    const called = <bdi className="font-medium">{name}</bdi>;
    return <p className="wrap-anywhere">{changeSentence(words, reading, only, { actor, name: called })}</p>;
  }
  const changes = auditDifferences(before, after);
  const done = auditActionSentence(words, action, actor);
  if (changes.length === 0) return <p>{done}</p>;
  return (
    <details className="sm:-my-2">
      <summary className="flex min-h-hit w-fit cursor-pointer list-none items-center gap-1.5 [&::-webkit-details-marker]:hidden">
        <span>{done}</span>
        <ChevronIcon />
      </summary>
      <ChangeList changes={changes} reading={reading} />
    </details>
  );
}
