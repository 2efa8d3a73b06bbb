/** @jsxImportSource ~/html */
import type { ServedPage } from "../../rules/seen-page";
import type { RenderContext } from "./frame";
import { sentenceWithElements } from "./say";
import { ZonedTimeText } from "./time-text";

/** False for a page that is kept manually, where nothing is checked. */
const isWatched = ({ snapshot }: ServedPage) => snapshot.components.some(({ observed }) => observed);

/** Shows the age of the page's data, for a tab that stays open; when it is not up to date, a notice says so instead. */
export const LastCheckedText = ({ frame, page }: { frame: RenderContext; page: ServedPage }) =>
  page.outdated === null && page.staleSince === null && isWatched(page) ? (
    <p class="when">
      {sentenceWithElements(frame.words, "fresh.checked", {
        time: <ZonedTimeText frame={frame} at={Math.max(page.observedAt, page.snapshot.builtAt)} />,
      })}
    </p>
  ) : null;
