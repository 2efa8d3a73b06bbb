/** @jsxImportSource ~/html */
import type { SeenPage } from "../../rules/seen";
import type { Frame } from "./frame";
import { say } from "./say";
import { ZonedTime } from "./time-text";

/** Of a page that people keep by hand nobody checks anything. */
const isWatched = ({ snapshot }: SeenPage) => snapshot.components.some(({ observed }) => observed);

/** How old is what the page shows, for a tab that stays open; where that is not known, a notice says more. */
export const Checked = ({ frame, page }: { frame: Frame; page: SeenPage }) =>
  page.outdated === null && page.staleSince === null && isWatched(page) ? (
    <p class="when">
      {say(frame.words, "fresh.checked", {
        time: <ZonedTime frame={frame} at={Math.max(page.observedAt, page.snapshot.builtAt)} />,
      })}
    </p>
  ) : null;
