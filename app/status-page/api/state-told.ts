import { dateFormats } from "~/i18n/dates";
import type { Words } from "~/i18n/words";
import { type StateLetter, stateLetterByStatus } from "~/status/state-letter";
import { shortenText } from "../formats/text-width";
import type { PageStateWithLetter } from "../rules/head-state";
import { visibleStatus } from "../rules/monitored-state";
import type { ServedPage } from "../rules/seen-page";
import type { SnapshotComponent } from "../rules/snapshot-document";
import { pageStateText, visiblePageHeadline } from "../views/parts/field-text";

/** A state where there is space for one word and no mark. */
export interface ShortStateLabel {
  letter: StateLetter;
  state: string;
}

/** Letters that must not be shown without up-to-date data. Known trouble is shown as it was last known. */
const unvouched: ReadonlySet<StateLetter> = new Set(["o", "a", "x", "n"]);

function componentTold(component: SnapshotComponent, { t }: Words): ShortStateLabel {
  const status = visibleStatus(component);
  if (status === null) return { letter: "n", state: t("field.unmonitored") };
  return { letter: stateLetterByStatus[status], state: t(`status.${status}`) };
}

/** Returns a component's state: unknown when the page is not up to date, and never green from a copy. */
function componentNow(
  { outdated, staleSince }: ServedPage,
  words: Words,
  component: SnapshotComponent,
): ShortStateLabel {
  const told = componentTold(component, words);
  if (!unvouched.has(told.letter)) return told;
  if (outdated !== null) return { letter: "n", state: words.t("badge.unknown") };
  return staleSince === null ? told : { ...told, letter: "n" };
}

const pageTold = ({ letter, state }: PageStateWithLetter, words: Words): ShortStateLabel => ({
  letter,
  state: pageStateText(words, state),
});

/** Returns the state of the page in the words and colour of its own head, or that of one of its components. */
export const currentStateLabel = (page: ServedPage, words: Words, component?: SnapshotComponent): ShortStateLabel =>
  component ? componentNow(page, words, component) : pageTold(visiblePageHeadline(page), words);

/** Returns the time after which there is no newer data; null when the page is current. */
function heldSince({ staleSince, outdated }: ServedPage): number | null {
  const since = [staleSince, outdated?.since].filter((at) => typeof at === "number");
  return since.length > 0 ? Math.min(...since) : null;
}

/**
 * Returns the same, followed by its time when it comes from a copy or is not up to date. `most` limits the number of
 * letters before the time.
 */
export function stateLabelWithTime(
  page: ServedPage,
  words: Words,
  component?: SnapshotComponent,
  most?: number,
): ShortStateLabel {
  const { letter, state: whole } = currentStateLabel(page, words, component);
  const state = most === undefined ? whole : shortenText(whole, most);
  const since = heldSince(page);
  if (since === null) return { letter, state };
  const time = dateFormats(words.language, "Etc/UTC").instant(since);
  return { letter, state: words.t("badge.as_of", { state, time }) };
}
