import { Fold, Section } from "~/ui/parts/list";
import { Tag } from "~/ui/parts/status-mark";
import type { ImportView } from "../read";
import type { MoveNote } from "../rules/move-document";
import { movedNouns } from "../rules/moved-nouns";
import { useWords } from "./words/words";

const noteNouns = [...movedNouns, "other"] as const;

/** One field that has no exact place here. The reader of the product speaks English. */
function Note({ note: { kind, name, field, reason } }: { note: MoveNote }) {
  const { t } = useWords();
  return (
    <li className="grid gap-1 py-2">
      <p className="flex flex-wrap items-baseline gap-x-2 gap-y-1 wrap-anywhere">
        <Tag tone={kind === "question" ? "waiting" : "neutral"}>{t(`note.${kind}`)}</Tag>
        {name === "" ? null : <bdi className="font-medium">{name}</bdi>}
        <code dir="ltr" className="text-sm">
          {field}
        </code>
      </p>
      <p className="text-sm text-soft wrap-anywhere">
        <bdi lang="en">{reason}</bdi>
      </p>
    </li>
  );
}

/** The notes of one noun, in the order of the reader: questions first. */
function NounNotes({ noun, notes }: { noun: (typeof noteNouns)[number]; notes: readonly MoveNote[] }) {
  const { t } = useWords();
  const own = notes.filter((note) => note.noun === noun);
  if (own.length === 0) return null;
  const hasQuestion = own.some(({ kind }) => kind === "question");
  return (
    <Fold title={t("note.group", { noun: t(`noun.${noun}`), number: own.length })} open={hasQuestion}>
      <ul className="divide-y divide-line">
        {own.map((note) => (
          <Note key={`${note.kind} ${note.id ?? ""} ${note.field} ${note.reason}`} note={note} />
        ))}
      </ul>
    </Fold>
  );
}

/** Lists the things that come otherwise than they were, or do not come. */
export function ImportNotesSection({ view: { notes, notesCount } }: { view: ImportView }) {
  const { t } = useWords();
  if (notes.length === 0) return null;
  return (
    <Section title={t("note.title")}>
      {notesCount > notes.length ? <p>{t("note.cut", { shown: notes.length, all: notesCount })}</p> : null}
      {noteNouns.map((noun) => (
        <NounNotes key={noun} noun={noun} notes={notes} />
      ))}
    </Section>
  );
}
