import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { inlineLinkTargetClass } from "~/alerts/shown/desk/alert-origin";
import { LineFold, List, ListDetail, ListRow } from "~/ui/parts/list";
import { TimeText } from "~/ui/parts/time-text";
import type { AuditEntryView } from "../list";
import { actionSentence } from "./audit-actions";
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
import { listPathsBySubject, ownPagePathsBySubject } from "./noun-links";
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

/** Number of changes shown at once; an entry about something new has more, which are folded. */
const unfoldedFieldCount = 4;

function Changes({ entry, names }: { entry: AuditEntryView; names: AuditNames }) {
  const words = useWords();
  const { subjectKind, subjectId } = entry;
  const reading = { words, names, subjectKind, subjectId };
  const changed = auditDifferences(entry.before, entry.after);
  if (changed.length === 0) return null;
  const all = (
    <dl className="grid grid-cols-[minmax(0,6rem)_minmax(0,1fr)] gap-x-4 gap-y-1 text-sm sm:grid-cols-[10rem_1fr]">
      {changed.map((change) => (
        <Change key={change.name} change={change} reading={reading} />
      ))}
    </dl>
  );
  return changed.length > unfoldedFieldCount ? <LineFold title={words.t("entry.details")}>{all}</LineFold> : all;
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

const text = (value: unknown): string | null => (typeof value === "string" && value !== "" ? value : null);

function pathOf({ subjectKind, subjectId, action, after }: AuditEntryView, slug: string | null): string | null {
  if (slug === null) return null;
  if (action.endsWith(".delete")) return null;
  const incidentId = subjectKind === "incident_note" ? text(after?.incidentId) : null;
  if (incidentId) return `/manage/${slug}/incidents/${incidentId}`;
  const place = ownPagePathsBySubject[subjectKind];
  if (place && subjectId !== "") return `/manage/${slug}/${place}/${encodeURIComponent(subjectId)}`;
  const list = listPathsBySubject[subjectKind];
  return list ? `/manage/${slug}/${list}` : null;
}

/** Returns the subject's name: the one in the entry, else its present one. */
function subjectName({ subjectId, subjectTitle, before, after }: AuditEntryView, names: AuditNames): string | null {
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

function tokenText({ t }: AuditWords, token: string | null, owner: string | null): string {
  if (token === null) return owner ? t("actor.deleted_token_of", { owner }) : t("actor.deleted_token");
  return owner ? t("actor.token_of", { token, owner }) : t("actor.token", { token });
}

/**
 * Returns the actor: a person by name; a token with its owner; a machine as the source that it is, else as Upfront
 * itself.
 */
function actorText(words: AuditWords, { actor, actorKind, tokenOwner }: AuditEntryView): string {
  const { t } = words;
  if (actorKind === "token") return tokenText(words, actor, tokenOwner);
  if (actorKind === "machine") return actor === null ? t("actor.upfront") : t("actor.source", { source: actor });
  if (actorKind === "visitor") return t("actor.visitor");
  return actor ?? t("actor.deleted");
}

function Entry({ entry, names, slug }: { entry: AuditEntryView; names: AuditNames; slug: string | null }) {
  const words = useWords();
  const { say } = words;
  const name = subjectName(entry, names);
  const path = pathOf(entry, slug);
  const actor = <bdi className="font-medium">{actorText(words, entry)}</bdi>;
  const called = <bdi className="font-medium">{name}</bdi>;
  const done = actionSentence(words, entry.action, actor);
  const only = name === null ? null : onlyChange(entry);
  const { subjectKind, subjectId } = entry;
  const sentence = name === null ? done : say("entry.named", { entry: done, name: called });
  return (
    <ListRow>
      <p>
        {only
          ? changeSentence(words, { words, names, subjectKind, subjectId }, only, { actor, name: called })
          : sentence}
      </p>
      <ListDetail>
        <TimeText at={entry.at} exact />
        {path === null ? null : (
          <Link to={path} className={inlineLinkTargetClass}>
            {say("entry.open", { entry: <span className="sr-only">{name ?? done}</span> })}
          </Link>
        )}
      </ListDetail>
      {only ? null : <Changes entry={entry} names={names} />}
    </ListRow>
  );
}

interface AuditListProps {
  entries: AuditEntryView[];
  names: AuditNames;
  /** Slug of the page; null for the deployment's entries. */
  slug: string | null;
}

/** Lists who did what, when, and the values before; newest first. */
export function AuditList({ entries, names, slug }: AuditListProps) {
  return (
    <List>
      {entries.map((entry) => (
        <Entry key={entry.id} entry={entry} names={names} slug={slug} />
      ))}
    </List>
  );
}
