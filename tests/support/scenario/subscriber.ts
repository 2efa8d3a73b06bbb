import { subscriberTable } from "~/db/schema";
import type { SqlStatement } from "~/db/write";
import type { ContactWay } from "~/notifications/rules/contact-ways";
import { hashedEndpointAddress } from "~/subscribers/rules/subscriber";
import { type Over, type Piece, piece, rowsOf, together } from "./arrange";
import type { TestPage } from "./page";
import { somePeople } from "./people";

/** Returns a subscriber to everything of a page, in English. UTC ms. */
export const plainSubscriber = (address: string, at: number) => ({
  address,
  scope: "page",
  componentIds: [],
  state: "active",
  language: "en",
  timeZone: "Etc/UTC",
  confirmationsAt: [],
  confirmedAt: at,
  createdAt: at,
  updatedAt: at,
});

const sixDigits = (n: number) => String(n).padStart(6, "0");
export const addressOf = (index: number) => `s${sixDigits(index)}@example.com`;

/** Most rows in one statement, because of its length limit. */
const most = 1000;

function inStatements(rows: readonly Parameters<typeof rowsOf<typeof subscriberTable>>[1][number][]): SqlStatement[] {
  const parts = Array.from({ length: Math.ceil(rows.length / most) }, (_, part) => part * most);
  return parts.flatMap((from) => rowsOf(subscriberTable, rows.slice(from, from + most)));
}

/** Active subscribers `s000000@example.com` … of the page, since a second ago. */
export const someSubscribers = (
  pageId: string,
  count: number,
  over: Over<typeof subscriberTable> = {},
  from = 0,
): Piece =>
  piece({}, (_, now) => {
    const numbers = Array.from({ length: count }, (_n, index) => from + index);
    const plain = (n: number) => ({ id: `sub${sixDigits(n)}`, ...plainSubscriber(addressOf(n), now - 1000) });
    return inStatements(numbers.map((n) => ({ pageId, ...plain(n), ...over })));
  });

/** A subscriber `reader<slug>` of each page, and Ada as a responder. */
export const someReaders = (pages: readonly Pick<TestPage, "id" | "slug">[]): Piece =>
  together(
    {},
    somePeople({ id: "ada", name: "Ada", roles: Object.fromEntries(pages.map(({ id }) => [id, "responder"])) }),
    ...pages.map(({ id, slug }) =>
      someSubscribers(id, 1, { id: `reader${slug}`, address: `reader${slug}@example.com` }),
    ),
  );

interface Reached {
  id: string;
  way: ContactWay;
  /** 32 characters that distinguish this address from others of its way. */
  key: string;
  settings: object;
}

/** Active subscribers who are notified by other ways than email. */
export const someInWays = (pageId: string, all: readonly Reached[], over: Over<typeof subscriberTable> = {}): Piece =>
  piece({}, async ({ secrets }, now) => {
    const rows = all.map(async ({ id, way, key, settings }) => {
      const targetSealed = await secrets.seal(JSON.stringify(settings));
      return {
        pageId,
        id,
        ...plainSubscriber(hashedEndpointAddress(way, key), now - 1000),
        kind: way,
        targetSealed,
        ...over,
      };
    });
    return inStatements(await Promise.all(rows));
  });

/** A subscriber for each email of `waitingNotices`, who requested and has not confirmed. */
export const asked = (pageId: string, count: number): Piece =>
  piece({}, (_, now) => {
    const sql = `INSERT INTO subscriber (page_id, id, address, scope, component_ids, state, language, time_zone, confirmations_at, created_at, updated_at)
      WITH RECURSIVE c(n) AS (SELECT 0 WHERE ?2 > 0 UNION ALL SELECT n + 1 FROM c WHERE n + 1 < ?2)
      SELECT ?1, replace(?1, '-', '') || 'asked' || n, 'asked' || n || '@example.com', 'page', '[]', 'pending', 'en', 'Etc/UTC', '[]', ?3, ?3 FROM c`;
    return [{ sql, params: [pageId, count, now] }];
  });
