import { type MirrorResult, mirrorPage } from "./mirror.ts";
import { readMirrorOptions } from "./options.ts";

const limits = { files: 2000, bytes: 200_000_000 };

export interface MirrorOutcome extends MirrorResult {
  folder: string;
  /** Lines for a person about what it did. */
  lines: string[];
}

/** Copies a page by the words of a command line. Throws MirrorError for whatever a person can mend. */
export async function runMirrorTool(args: readonly string[], at: number): Promise<MirrorOutcome> {
  const options = readMirrorOptions(args);
  const result = await mirrorPage(options, at, limits);
  const { files, of, leftOut } = result;
  const lines = [
    `${options.folder}: ${files} files of ${of}.`,
    ...(leftOut.length > 0 ? [`Left out, as the copy is full: ${leftOut.length}, listed in mirror.json.`] : []),
  ];
  return { ...result, folder: options.folder, lines };
}
