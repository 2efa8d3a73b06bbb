/** @jsxImportSource ~/html */
import { letterOfStatus, type StateLetter } from "~/status/state-letter";
import type { Status } from "~/status/status";
import type { Frame } from "./frame";

/** A state is always shown as word, shape and colour. */
export const StateMark = ({ letter, children }: { letter: StateLetter; children: string }) => (
  <span class={`s ${letter}`}>{children}</span>
);

export const StatusMark = ({ frame, status }: { frame: Frame; status: Status }) => (
  <StateMark letter={letterOfStatus[status]}>{frame.words.t(`status.${status}`)}</StateMark>
);
