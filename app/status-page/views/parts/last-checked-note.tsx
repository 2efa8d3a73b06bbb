/** @jsxImportSource ~/html */
import type { SeenPage } from "../../rules/seen-page";
import type { Frame } from "./frame";
import { say } from "./say";
import { ZonedTime } from "./time-text";

/** False for a page that is kept manually, where nothing is checked. */
const isWatched = ({ snapshot }: SeenPage) => snapshot.components.some(({ observed }) => observed);

/** Shows the age of the page's data, for a tab that stays open; when it is not up to date, a notice says so instead. */
export const LastCheckedNote = ({ frame, page }: { frame: Frame; page: SeenPage }) =>
  page.outdated === null && page.staleSince === null && isWatched(page) ? (
    <p class="when">
      {say(frame.words, "fresh.checked", {
        time: <ZonedTime frame={frame} at={Math.max(page.observedAt, page.snapshot.builtAt)} />,
      })}
    </p>
  ) : null;
