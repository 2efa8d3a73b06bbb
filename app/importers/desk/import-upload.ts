import { commitIdOfContent } from "~/http/commit-id";
import type { PageDeskRequest } from "~/ui/frame/desk";
import type { PostedForm } from "~/ui/parts/posted-form";
import { decodeFile, type FileEncoding } from "../rules/decoded-file";
import { originExtraPrefix, readPostedOriginChoices } from "../rules/origin-extras";
import type { OriginFormDefinition } from "../rules/origin-forms";

/** A file that a person chose. */
export interface UploadedImportFile {
  path: string;
  text: string;
}

/** Files that a person chose, and the encoding of those that are none of UTF-8. */
interface UploadedImportFiles {
  files: UploadedImportFile[];
  encoding: FileEncoding | null;
}

/** Returns the chosen files with their texts; call it before the form is read. */
export async function readImportFiles(desk: PageDeskRequest): Promise<UploadedImportFiles> {
  const form = await desk.request.clone().formData();
  const chosen = form.getAll("files").filter((each): each is File => typeof each === "object" && each.name !== "");
  const read = await Promise.all(
    chosen.map(async (file) => ({ path: file.name, ...decodeFile(new Uint8Array(await file.arrayBuffer())) })),
  );
  const encoding = read.find((each) => each.encoding !== null)?.encoding ?? null;
  return { files: read.map(({ path, text }) => ({ path, text })), encoding };
}

/** Values that stand for a ticked box in the reader's own words. */
const tickValues: Readonly<Record<string, string>> = { version: "3", consent: "all" };

/** Returns what a person chose for the origin, boxes in the words of its reader. */
export function originChoicesInForm({ values }: PostedForm, form: OriginFormDefinition): Record<string, string> {
  const ticks = Object.entries(tickValues)
    .map(([name, value]) => [`${originExtraPrefix}${name}`, value] as const)
    .filter(([name]) => name in values);
  return readPostedOriginChoices(form, { ...values, ...Object.fromEntries(ticks) });
}

/** Returns another commit id for other files from the same form, as after going back. */
export const commitIdOfFiles = (
  { ctx }: PageDeskRequest,
  { commitId }: PostedForm,
  files: readonly UploadedImportFile[],
): Promise<string> => commitIdOfContent(ctx, commitId, JSON.stringify([commitId, files]));
