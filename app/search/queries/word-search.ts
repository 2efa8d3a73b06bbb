import { personIdOfActor } from "~/access/actor";
import { readBatch } from "~/db/read";
import type { Ctx } from "~/platform/ctx";
import { makeRateLimiter } from "~/platform/limiter";
import { minuteMs } from "~/time/durations";
import { indexedTextsToRead } from "../rules/named-texts";
import { wordsOfSearch } from "../rules/text-words";
import type { WordSubjectKind } from "../rules/word-entries";
import { type EventWordHit, eventWordHits } from "../rules/word-hits";
import { hasUnsearchedTextsQuery, matchingWordRowsQuery, presentIndexedTextsQuery } from "./find-words";

export interface TextSearchInput {
  search: string;
  /** Instants between which it started; the latter is not included. */
  from?: number | undefined;
  to?: number | undefined;
  /** Absent = incidents and maintenance. */
  only?: WordSubjectKind;
}

export interface EventTextHits {
  hits: EventWordHit[];
  /** True when other texts may have the words as well: they are too many, too old, or not read yet. */
  isCut: boolean;
}

const nothing: EventTextHits = { hits: [], isCut: false };

/**
 * Maximum number of full-text searches per minute, for each person and page. A search may take the database half a
 * second.
 */
const maxSearchesPerMinute = 60;
const limiter = makeRateLimiter(minuteMs);

/**
 * Finds incidents and maintenance of a page whose present texts have all words of a search, the newest first. Two
 * trips, one if the index names nothing, none without words; at most 200 rows, however long the past is. Beyond 60 a
 * minute nobody's texts are searched, which is treated as cut.
 */
export async function findEventsByText(
  ctx: Ctx,
  pageId: string,
  { search, only, ...range }: TextSearchInput,
): Promise<EventTextHits> {
  const words = wordsOfSearch(search);
  if (words.length === 0) return nothing;
  const searcher = `${personIdOfActor(ctx.actor) ?? ctx.actor.kind} ${pageId}`;
  if (!limiter.take(searcher, maxSearchesPerMinute, ctx.now()).allowed) return { ...nothing, isCut: true };
  const [rows, [unsearched]] = await readBatch(
    ctx,
    matchingWordRowsQuery(ctx, pageId, { words, ...range }),
    hasUnsearchedTextsQuery(ctx, pageId),
  );
  const { texts, isCut: hasMore } = indexedTextsToRead(
    rows.map((row) => row.words),
    words,
    { only, ...range },
  );
  const isCut = hasMore || Boolean(unsearched?.hasSome);
  if (texts.length === 0) return { hits: [], isCut };
  const [found] = await readBatch(ctx, presentIndexedTextsQuery(ctx, pageId, texts, { words, ...range }));
  return { hits: eventWordHits(found, words), isCut };
}
