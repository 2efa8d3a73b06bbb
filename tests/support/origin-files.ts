import fc from "fast-check";
import { expect } from "vitest";
import {
  emptyMoveDocument,
  type MoveDocument,
  type MoveDocumentPart,
  moveDocumentSchema,
  withMovePart,
} from "~/importers/contract/move-document";
import type {
  ApiOriginReader,
  ImportOrigin,
  OriginAnswer,
  OriginFile,
  OriginRequest,
  OriginSettings,
} from "~/importers/contract/origin";
import * as monitorKinds from "~/monitors/kinds/registry";
import {
  inheritedWords,
  memberNamesOf,
  moveCounts,
  originAnswer,
  originSettings,
  readOriginApi,
  withEveryMember,
} from "./origin-reading";

const documentOf = (origin: ImportOrigin, part: MoveDocumentPart) =>
  moveDocumentSchema.parse(withMovePart(emptyMoveDocument(origin.name), part));

/** Returns what files bring; fails when they are refused. */
export function partOfFiles(
  origin: ImportOrigin,
  files: readonly OriginFile[],
  given: Partial<OriginSettings> = {},
): MoveDocumentPart {
  const read = origin.readFiles?.(files, originSettings(given));
  if (!read?.ok) throw new Error(read?.refusal.message ?? "no files");
  return documentOf(origin, read.value);
}

export const fileCounts = (origin: ImportOrigin, files: readonly OriginFile[], given: Partial<OriginSettings> = {}) =>
  moveCounts(documentOf(origin, partOfFiles(origin, files, given)));

/** Holds that the settings of each monitor are accepted by its kind. */
export function expectSettingsFit({ monitors = [] }: Pick<MoveDocumentPart, "monitors">): void {
  const kinds = new Map(Object.values(monitorKinds).map((kind) => [kind.kind, kind]));
  for (const { id, kind, settings } of monitors) {
    if (kind === null) continue;
    const read = kinds.get(kind)?.settings.safeParse(settings);
    expect({ id, kind, issues: read?.error?.issues ?? read?.success }).toEqual({ id, kind, issues: true });
  }
}

/** Members of files that hold words and numbers of every kind. */
const strangers = ["", "x", "null", "-1", "1e300", "[]", "{}", "yes", "9999-99-99", "é\u0000", "*a", "&a"];

/** Holds that no cut or changed file, and no value, throws, and that what is read fits the document and the kinds. */
export function expectSoundFiles(origin: ImportOrigin, files: readonly OriginFile[], runs = 150): void {
  const expectSound = (given: readonly OriginFile[]) => {
    const read = origin.readFiles?.(given, originSettings());
    if (read?.ok) expectSettingsFit(documentOf(origin, read.value));
    else expect(read?.refusal.message.length).toBeGreaterThan(10);
  };
  const spoil = (at: number, change: (text: string) => string) =>
    files.map((file, index) => (index === at % files.length ? { ...file, text: change(file.text) } : file));
  for (const name of memberNamesOf(files.map(({ text }) => text))) {
    for (const word of inheritedWords)
      expectSound(files.map((file) => ({ ...file, text: withEveryMember(file.text, name, word) })));
  }
  for (const [at, file] of files.entries()) {
    const lines = /\.(?:ya?ml|md)$/.test(file.path) ? [...new Set(file.text.match(/^[ -]*[\w"-]+(?=: )/gm))] : [];
    for (const [line, word] of lines.flatMap((each) => inheritedWords.map((word) => [each, word] as const)))
      expectSound(spoil(at, (text) => text.replaceAll(new RegExp(`^${line}: .*$`, "gm"), `${line}: ${word}`)));
  }
  fc.assert(
    fc.property(fc.nat(), fc.nat(), fc.constantFrom(...strangers), (at, place, stranger) => {
      expectSound(spoil(at, (text) => text.slice(0, place % (text.length + 1))));
      const instead = (text: string) => {
        const values = [...text.matchAll(/(?<=: ?)"?[^\s,"{}[\]]+"?/g)];
        const value = values[place % Math.max(1, values.length)];
        return value ? text.slice(0, value.index) + stranger + text.slice(value.index + value[0].length) : text;
      };
      expectSound(spoil(at, instead));
    }),
    { numRuns: runs },
  );
  fc.assert(
    fc.property(fc.nat(), fc.jsonValue(), (at, value) => expectSound(spoil(at, () => JSON.stringify(value)))),
    { numRuns: runs },
  );
}

/** Returns a simulated origin that answers by the address, and otherwise with an empty list. */
export const answersByAddress =
  (answers: readonly (readonly [RegExp, string])[], otherwise = "[]") =>
  ({ url }: OriginRequest): OriginAnswer =>
    originAnswer(answers.find(([pattern]) => pattern.test(url))?.[1] ?? otherwise);

/** Returns the waits of a reading whose first request is answered by a limit. */
export function waitsAfterLimit(
  origin: ImportOrigin & { api: ApiOriginReader },
  settings: OriginSettings,
  answerTo: (request: OriginRequest) => OriginAnswer,
  limit: OriginAnswer,
): number[] {
  return readOriginApi(origin, settings, (request, index) => (index === 0 ? limit : answerTo(request))).waits;
}

/** Holds what a reading brings by counts, that each kind accepts its settings, and that no secret stands in it. */
export function expectMoved(document: MoveDocument, counts: Record<string, number>, ...secrets: string[]): void {
  expect(moveCounts(document)).toEqual(counts);
  expectSettingsFit(document);
  for (const secret of secrets) expect(JSON.stringify(document)).not.toContain(secret);
}
