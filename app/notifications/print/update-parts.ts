import { incidentStatusText } from "~/i18n/update-word";
import { localiseUpdate } from "~/i18n/usual-updates";
import type { WordKey, Words } from "~/i18n/words";
import { stateLetterByStatus } from "~/status/state-letter";
import { type Status, statuses } from "~/status/status";
import { escapeText } from "~/text/escape-html";
import type { EmailContentBlock, EmailReader } from "./content";
import { firstChars } from "./harmless";

/** An update as stored; `html` was made safe when it was saved. */
export interface EmailUpdate {
  id: string;
  status: string;
  html: string;
  text: string;
  /** Key of its text, when no person wrote it. */
  said?: string | null;
  at: number;
  changes: { name: string; from: string; to: string }[];
}

/** A component with the status that visitors see now. */
export interface VisibleComponentStatus {
  /** Component id, for messages that programs read. */
  id?: string;
  name: string;
  status: Status;
  /** True when nothing monitors the component. */
  unmonitored?: true;
}

/** Returns the component's status in one word. */
export const visibleComponentStatusWord = (
  { t }: Words,
  { status, unmonitored }: Omit<VisibleComponentStatus, "name">,
): string => (unmonitored ? t("field.unmonitored") : t(`status.${status}`));

function componentWord({ t }: Words, status: string): string {
  const known = statuses.find((each) => each === status);
  return known ? t(`status.${known}`) : status;
}

export const componentStatesBlock = (
  { words }: EmailReader,
  heading: WordKey,
  components: readonly VisibleComponentStatus[],
): EmailContentBlock[] =>
  components.length === 0
    ? []
    : [
        { kind: "heading", text: words.t(heading) },
        {
          kind: "states",
          items: components.map((each) => ({
            name: each.name,
            state: { letter: stateLetterByStatus[each.status], word: visibleComponentStatusWord(words, each) },
          })),
        },
      ];

const notesOf = (words: Words, { changes }: EmailUpdate) =>
  changes
    .filter(({ from, to }) => from !== to)
    .map(({ name, from, to }) =>
      words.t("incident.change", { name, from: componentWord(words, from), to: componentWord(words, to) }),
    );

/**
 * Longest HTML of updates. Gmail hides everything after 102 KB, including the unsubscribe link; longer texts are cut,
 * and the page has them in full.
 */
const maxHtmlChars = 60_000;
const shownCharacters = 10_000;

interface UpdateContext {
  fresh: boolean;
  /** True for an announcement, whose updates have words of their own. */
  announced: boolean;
}

function updateBlock(reader: EmailReader, given: EmailUpdate, { fresh, announced }: UpdateContext): EmailContentBlock {
  const { words } = reader;
  const update = localiseUpdate(words, given);
  const cut = update.html.length > maxHtmlChars;
  const text = cut ? firstChars(update.text, shownCharacters) : update.text;
  const notes = notesOf(words, update);
  return {
    kind: "update",
    word: incidentStatusText(words, update.status, announced),
    when: reader.times.moment(update.at),
    html: cut ? `<p>${escapeText(text).replaceAll("\n", "<br>")}</p>` : update.html,
    text,
    notes: cut ? [...notes, words.t("mail.cut")] : notes,
    fresh,
    spoken: update !== given,
  };
}

const sizeOf = (update: EmailUpdate) => Math.min(update.html.length, maxHtmlChars);

/** Returns the new updates, the earlier ones that fit, and the number of those that only the page shows. */
export function emailUpdateBlocks(
  reader: EmailReader,
  fresh: readonly EmailUpdate[],
  earlier: readonly EmailUpdate[],
  announced = false,
) {
  const { t } = reader.words;
  let room = maxHtmlChars;
  const fits = (update: EmailUpdate, index: number) => {
    room -= sizeOf(update);
    return index === 0 || room > 0;
  };
  const all = [...fresh, ...earlier];
  const end = all.findIndex((update, index) => !fits(update, index));
  const shown = end === -1 ? all : all.slice(0, end);
  const past = shown.slice(fresh.length);
  const hiddenCount = all.length - shown.length;
  const news: EmailContentBlock[] = shown
    .slice(0, fresh.length)
    .map((update) => updateBlock(reader, update, { fresh: true, announced }));
  const below: EmailContentBlock[] = past.map((update) => updateBlock(reader, update, { fresh: false, announced }));
  if (below.length > 0) below.unshift({ kind: "heading", text: t("mail.earlier") });
  if (hiddenCount > 0) below.push({ kind: "note", text: t("mail.more", { count: hiddenCount }) });
  return { news, below };
}
