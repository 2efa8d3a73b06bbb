import { sql } from "drizzle-orm";
import { component } from "~/db/schema";
import { inPage, ofRows, pageOfRow, type Statement } from "~/db/write";
import type { Ctx } from "~/platform/ctx";
import { movesComponentText } from "./rule";

/**
 * Whether a rule's component `c` is observed by its source `s`, as `alerts/settling/rules/silence` has it: by what looks or
 * promises to be heard, and by an outside source whose word somebody takes.
 */
const observesText = `(s.family <> 'source' OR s.heartbeat_seconds IS NOT NULL OR s.silence_hours IS NOT NULL
  OR s.quiet_means_well = 1) AND ${movesComponentText("s.id")}`;
const observes = sql.raw(observesText);

const movedText = "rule_component c JOIN rule r ON r.id = c.rule_id JOIN source s ON s.id = r.source_id";
const moved = sql.raw(movedText);

/** Components of a page (its id, as SQL) that something observes: a list to be in. One pass over what its rules name. */
export const observedIn = (pageId: unknown) =>
  sql`(SELECT c.component_id FROM ${moved} WHERE c.page_id = ${pageId} AND ${observes})`;

/** What observes a component: one of them is enough. */
export const observedNow = ({ db }: Pick<Ctx, "db">, pageId: string, id: string) =>
  db
    .select({ name: sql<string>`s.name`.as("name") })
    .from(moved)
    .where(sql`r.page_id = ${pageId} AND c.page_id = ${pageId} AND c.component_id = ${id} AND ${observes}`)
    .limit(1);

/**
 * A guard (docs/protocols.md, "Commit") of a person's word: nothing observes these components since it was read that nothing
 * does. Who attaches something writes no row of theirs.
 */
export const observedByNothing = (pageId: string, ids: readonly string[]): Statement[] =>
  ids.length === 0
    ? []
    : [
        ofRows(
          `INSERT INTO guard (lost) SELECT 'component' FROM json_each(?1) j WHERE EXISTS (SELECT 1 FROM ${movedText}
            WHERE c.page_id = ${pageOfRow} AND c.component_id = j.value->>'$.id' AND ${observesText})`,
          inPage(
            pageId,
            ids.map((id) => ({ id })),
          ),
        ),
      ];

/** What would go: monitors, heartbeats, agents or sources with all their rules, or one rule. */
export type Going = { sources: readonly string[] } | { rule: string };

const goes = (going: Going) =>
  "rule" in going
    ? sql`r.id = ${going.rule}`
    : sql`r.source_id IN (SELECT value FROM json_each(${JSON.stringify(going.sources)}))`;

const ofPage = (pageId: string) => sql`component.page_id = ${pageId} AND component.archived_at IS NULL`;

const aloneIn = (pageId: string, going: Going) =>
  sql`component.id IN (
        SELECT c.component_id FROM ${moved} WHERE c.page_id = ${pageId} AND ${observes}
          AND c.component_id IN (SELECT c.component_id FROM ${moved} WHERE r.page_id = ${pageId} AND c.page_id = ${pageId} AND ${goes(going)})
        GROUP BY c.component_id HAVING min(${goes(going)}) = 1)`;

/** The components that nothing else observes. Rows: those that the page's rules name. */
export const onlyWatchedBy = ({ db }: Pick<Ctx, "db">, pageId: string, going: Going) =>
  db
    .select({ id: component.id, name: component.name })
    .from(component)
    .where(sql`${ofPage(pageId)} AND ${aloneIn(pageId, going)}`)
    .orderBy(component.position, component.id);

/**
 * All components that a monitor or heartbeat can name, with whether nothing else observes them: one statement for both.
 * Where what it names stays as it is, nobody asks for that.
 */
export const componentsBeside = (
  { db }: Pick<Ctx, "db">,
  { pageId, id, components }: { pageId: string; id: string; components?: object | undefined },
) =>
  db
    .select({
      id: component.id,
      isAlone: sql<number>`${components ? aloneIn(pageId, { sources: [id] }) : sql`0`}`.as("is_alone"),
    })
    .from(component)
    .where(ofPage(pageId))
    .orderBy(component.position, component.id);

/** The same of one monitor, heartbeat, agent or source, read with the facts of its change. */
export const aloneOf = (ctx: Ctx, { pageId, id }: { pageId: string; id: string }) => ({
  alone: onlyWatchedBy(ctx, pageId, { sources: [id] }),
});
