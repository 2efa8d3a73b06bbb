import type { StateLetter } from "~/feeds/state-look";
import { dates } from "~/i18n/dates";
import type { Words } from "~/i18n/words";
import type { SeenPage } from "~/rules/seen";
import type { SnapshotComponent } from "~/rules/snapshot-document";
import { letterOfBanner, letterOfStatus } from "~/ui/public/state";

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

/** Unknown when the checks stopped; from a copy with its time, and never in green. */
export function stateTold(page: SeenPage, words: Words, component?: SnapshotComponent): StateTold {
  const told = plainState(page, words, component);
  const unknown = { letter: "n" as const, state: words.t("badge.unknown") };
  const now = page.stoppedAt !== null && unvouched.has(told.letter) ? unknown : told;
  if (page.staleSince === null) return now;
  const time = dates(words.language, "Etc/UTC").instant(page.staleSince);
  const letter = unvouched.has(now.letter) ? "n" : now.letter;
  return { letter, state: words.t("badge.as_of", { state: now.state, time }) };
}
