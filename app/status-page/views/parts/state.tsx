/** @jsxImportSource ~/html */
import { type StateLetter, stateLetterByStatus } from "~/status/state-letter";
import type { Status } from "~/status/status";
import type { RenderContext } from "./frame";

/** Shows a state, always by word, shape and colour. */
export const StateBadge = ({ letter, children }: { letter: StateLetter; children: string }) => (
  <span class={`s ${letter}`}>{children}</span>
);

export const PublicStatusBadge = ({ frame, status }: { frame: RenderContext; status: Status }) => (
  <StateBadge letter={stateLetterByStatus[status]}>{frame.words.t(`status.${status}`)}</StateBadge>
);
