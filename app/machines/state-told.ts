import { dates } from "~/i18n/dates";
import type { Words } from "~/i18n/words";
import type { SeenPage } from "~/rules/seen";
import type { SnapshotComponent } from "~/rules/snapshot-document";
import { letterOfBanner, letterOfStatus, type StateLetter } from "~/rules/state-letter";

/** A state where there is room for one word and no mark beside it. */
export interface StateTold {
  letter: StateLetter;
  state: string;
}

/** Good words that nobody vouches for any more; trouble that was known remains known. */
const unvouched: ReadonlySet<StateLetter> = new Set(["o", "x", "n"]);

function plainState({ snapshot }: SeenPage, words: Words, component?: SnapshotComponent): StateTold {
  const { banner } = snapshot;
  if (!component) return { letter: letterOfBanner(banner), state: words.t(`banner.${banner.state}`) };
  return { letter: letterOfStatus[component.status], state: words.t(`status.${component.status}`) };
}

/** Unknown when the checks stopped, and from a copy never in green. */
export function stateNow(page: SeenPage, words: Words, component?: SnapshotComponent): StateTold {
  const told = plainState(page, words, component);
  if (!unvouched.has(told.letter)) return told;
  if (page.stoppedAt !== null) return { letter: "n", state: words.t("badge.unknown") };
  return page.staleSince === null ? told : { ...told, letter: "n" };
}

/** The same, from a copy with its time. */
export function stateTold(page: SeenPage, words: Words, component?: SnapshotComponent): StateTold {
  const { letter, state } = stateNow(page, words, component);
  if (page.staleSince === null) return { letter, state };
  const time = dates(words.language, "Etc/UTC").instant(page.staleSince);
  return { letter, state: words.t("badge.as_of", { state, time }) };
}
