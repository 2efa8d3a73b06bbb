import { emptyMoveDocumentFill, type MoveDocumentFill } from "./document-fill";
import type { UptimeComparison } from "./uptime-comparison";
import type { UptimeProgress } from "./uptime-progress";

/** State of a job’s reading between two requests, and of its planning between two parts, without any key. */
export interface ImportReadingState {
  /** The reader’s own state; null = it has not begun, or reads files, or is done. */
  reader: Record<string, unknown> | null;
  fill: MoveDocumentFill;
  /** Tries of the present request that had no answer. */
  tries: number;
  /** Answers in a row that asked to wait. */
  waits: number;
  /** Origin of the first request that had the key: it is sent to no other. */
  keyOrigin: string | null;
  /** Progress of comparing uptimes from part to part; null = no part is planned, or all are. */
  uptime: UptimeProgress | null;
  /** Uptime after the import beside what the origin says, once all parts are planned. */
  uptimes: readonly UptimeComparison[];
}

export const emptyImportReadingState: ImportReadingState = {
  reader: null,
  fill: emptyMoveDocumentFill,
  tries: 0,
  waits: 0,
  keyOrigin: null,
  uptime: null,
  uptimes: [],
};

/** Returns the state as it was stored with the job. */
export const importReadingStateOf = (stored: Record<string, unknown> | null): ImportReadingState => ({
  ...emptyImportReadingState,
  ...(stored as Partial<ImportReadingState> | null),
});

/** Returns the state as the job keeps it once everything was read: what the plan needs. */
export const endedImportReadingState = ({ fill }: ImportReadingState): ImportReadingState => ({
  ...emptyImportReadingState,
  fill: { ...fill, keys: [] },
});
