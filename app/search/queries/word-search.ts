import { readBatch } from "~/db/read";
import type { Ctx } from "~/platform/ctx";
import { namedTexts } from "../rules/named-texts";
import { searchedWords } from "../rules/text-words";
import type { WordSubjectKind } from "../rules/word-entries";
import { type WordHit, wordHits } from "../rules/word-hits";
import { presentTexts, wordRowsWith } from "./find-words";

export interface TextSearch {
  search: string;
  /** Instants between which it started; the latter is not included. */
  from?: number | undefined;
  to?: number | undefined;
  /** Absent = incidents and maintenance. */
  only?: WordSubjectKind;
}

export interface TextHits {
  hits: WordHit[];
  /** True when older texts may have the words as well. */
  isCut: boolean;
}

const nothing: TextHits = { hits: [], isCut: false };

/**
 * Finds incidents and maintenance of a page whose present texts have all words of a search, the newest first. Two trips,
 * one if the index names nothing, none without words; at most 200 rows, however long the past is.
 */
export async function findByText(ctx: Ctx, pageId: string, { search, only, ...range }: TextSearch): Promise<TextHits> {
  const words = searchedWords(search);
  if (words.length === 0) return nothing;
  const [rows] = await readBatch(ctx, wordRowsWith(ctx, pageId, { words, ...range }));
  const { texts, isCut } = namedTexts(
    rows.map((row) => row.words),
    words,
    { only, ...range },
  );
  if (texts.length === 0) return { hits: [], isCut };
  const [found] = await readBatch(ctx, presentTexts(ctx, pageId, texts, { words, ...range }));
  return { hits: wordHits(found, words), isCut };
}
