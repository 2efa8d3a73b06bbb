import { dates } from "~/i18n/dates";
import type { Words } from "~/i18n/words";
import { letterOfStatus, type StateLetter } from "~/status/state-letter";
import type { SeenPage } from "../rules/seen";
import type { SnapshotComponent } from "../rules/snapshot-document";
import { statusSeen } from "../rules/unmonitored";
import { headOf } from "../views/parts/field-text";

/** A state where there is room for one word and no mark beside it. */
export interface StateTold {
  letter: StateLetter;
  state: string;
}

/** Good words that nobody vouches for any more; trouble that was known remains known. */
const unvouched: ReadonlySet<StateLetter> = new Set(["o", "a", "x", "n"]);

function plainState({ snapshot }: SeenPage, words: Words, component?: SnapshotComponent): StateTold {
  const { banner } = snapshot;
  if (!component) {
    const { letter, state } = headOf(snapshot);
    const isKnown = state.kind !== "unmonitored";
    return { letter, state: isKnown ? words.t(`banner.${banner.state}`) : words.t("field.unmonitored") };
  }
  const status = statusSeen(component);
  if (status === null) return { letter: "n", state: words.t("field.unmonitored") };
  return { letter: letterOfStatus[status], state: words.t(`status.${status}`) };
}

/** Unknown where the page is not up to date, and from a copy never in green. */
export function stateNow(page: SeenPage, words: Words, component?: SnapshotComponent): StateTold {
  const told = plainState(page, words, component);
  if (!unvouched.has(told.letter)) return told;
  if (page.outdated !== null) return { letter: "n", state: words.t("badge.unknown") };
  return page.staleSince === null ? told : { ...told, letter: "n" };
}

/** Since when nothing newer is told; null = it is how it is now. */
function heldSince({ staleSince, outdated }: SeenPage): number | null {
  const since = [staleSince, outdated?.since].filter((at) => typeof at === "number");
  return since.length > 0 ? Math.min(...since) : null;
}

/** The same, from a copy and where the page is not up to date with its time. */
export function stateTold(page: SeenPage, words: Words, component?: SnapshotComponent): StateTold {
  const { letter, state } = stateNow(page, words, component);
  const since = heldSince(page);
  if (since === null) return { letter, state };
  const time = dates(words.language, "Etc/UTC").instant(since);
  return { letter, state: words.t("badge.as_of", { state, time }) };
}
