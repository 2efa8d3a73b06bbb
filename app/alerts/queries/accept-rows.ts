import { askToSettle, type SettleWish } from "~/clock/wishes/queries/wish";
import { delivery } from "~/db/schema";
import { insertRows, type Statement } from "~/db/write";
import { breaksSilence, firstHeard, heard } from "~/sources/queries/last-heard";
import { listenAgain } from "~/sources/queries/source-silence";
import type { TurnGuard } from "../rules/delivery-entry";
import { alertRows, guardsText, lostTurns, type SourceWrites } from "./alert-rows";

export type DeliveryDraft = typeof delivery.$inferInsert & {
  /** The how-manieth of its batch that asks to settle; 0 = it does not. */
  settleMark: number;
};

/** A delivery's mark is the settling that it asks for. */
const mark = `CASE WHEN j.value->>'$.settleMark' > 0
  THEN coalesce((SELECT wanted FROM settle WHERE page_id = ?2), 0) + (j.value->>'$.settleMark') ELSE 0 END`;

const taken =
  "received_at = excluded.received_at, headers = excluded.headers, body = excluded.body, body_hash = excluded.body_hash, outcome = excluded.outcome, reason = excluded.reason, signals = excluded.signals, settle_mark = max(settle_mark, excluded.settle_mark)";

/** `replaces`: their senders sent other words under a known id, ours follow; of the others an id that is there is an error. */
function deliveryRows(pageId: string, drafts: readonly DeliveryDraft[], replaces: boolean): Statement[] {
  const known = replaces ? { onConflict: { key: ["sourceId" as const, "id" as const], set: taken } } : {};
  return insertRows(delivery, drafts, { computed: { settleMark: mark }, params: [pageId], ...known });
}

export interface AcceptPlan {
  pageId: string;
  drafts: readonly (DeliveryDraft & { replaces: boolean })[];
  made: readonly SourceWrites[];
  /** Whose deliveries these are, as they were when they were read; null = whatever has become of its settings. */
  sources: readonly { id: string; version: number | null }[];
  wish: SettleWish;
  /** So many alerts may one source change in a window; 0 = without a limit. */
  limit: number;
  /** Sources that never delivered anything before. */
  first: readonly string[];
  /** Sources that have spoken, and when: those that vouch for something by a period, by hours, or as their quiet means well. */
  heard: readonly { id: string; at: number }[];
  /** Of those of which silence is an alert: that it still does not fire, and when they are looked at whose silence ends. */
  silences: { quiet: readonly TurnGuard[]; over: readonly { id: string; dueAt: number }[] };
}

/** A source is deleted or changed, or others have used up its window, between our read and our write. */
const lostSources = `SELECT 'source' FROM json_each(?2) j WHERE NOT EXISTS (SELECT 1 FROM source s
  WHERE s.id = j.value->>'$.id' AND s.page_id = ?3 AND s.version = coalesce(j.value->>'$.version', s.version))`;

const before = "(SELECT c.value FROM json_each(t.window_counts) c WHERE c.key = j.key)";
const lostRoom = `SELECT 'window' FROM json_each(?4) j JOIN settle t ON t.page_id = ?3 AND t.window_at = ?5
  WHERE ?6 > 0 AND ${before} > 0 AND ${before} + j.value > ?6`;

function guardOf({ pageId, made, sources, wish, limit, silences }: AcceptPlan): Statement {
  const guards = guardsText([...made.flatMap((each) => each.writes.guards), ...silences.quiet]);
  return {
    sql: `INSERT INTO guard (lost) ${lostTurns("?1")} UNION ALL ${lostSources} UNION ALL ${lostRoom}`,
    params: [guards, JSON.stringify(sources), pageId, JSON.stringify(wish.changed), wish.windowAt, limit],
  };
}

const withoutPlan = ({ replaces: _, ...draft }: AcceptPlan["drafts"][number]): DeliveryDraft => draft;

/** The one batch of deliveries of a page: the guard, their rows, what their signals came to, the wish to settle. */
export function acceptRows(plan: AcceptPlan): Statement[] {
  const { pageId, drafts, made, wish } = plan;
  const [known, fresh] = [drafts.filter((each) => each.replaces), drafts.filter((each) => !each.replaces)];
  const asks = wish.times > 0 || Object.keys(wish.changed).length > 0;
  const silence =
    wish.times > 0 || plan.heard.length === 0
      ? []
      : [
          breaksSilence(
            pageId,
            plan.heard.map(({ id }) => id),
            wish.now,
          ),
        ];
  return [
    guardOf(plan),
    ...deliveryRows(pageId, fresh.map(withoutPlan), false),
    ...deliveryRows(pageId, known.map(withoutPlan), true),
    ...alertRows(pageId, made),
    ...(asks ? askToSettle(pageId, wish) : []),
    ...listenAgain(pageId, plan.silences.over),
    ...(plan.first.length > 0 ? [firstHeard(pageId, plan.first, wish.now)] : []),
    ...silence,
    ...(plan.heard.length > 0 ? [heard(pageId, plan.heard, wish.now)] : []),
  ];
}

/** Whether a batch of `acceptRows` found that a source speaks again: `breaksSilence` is the last but one. */
export const brokeSilence = ({ wish, heard: spoken }: AcceptPlan, answers: readonly D1Result[]): boolean =>
  wish.times === 0 && spoken.length > 0 && (answers.at(-2)?.results.length ?? 0) > 0;

/** The same round trip for an address that nobody has, so that time tells nothing. */
export const nothingToAccept = (): Statement[] => [
  { sql: "UPDATE alert SET count = count + 1 FROM json_each(?1) j WHERE alert.id = j.value->>'$.id'", params: ["[]"] },
];
