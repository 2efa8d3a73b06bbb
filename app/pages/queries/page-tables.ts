import * as nouns from "~/nouns";

const all: readonly nouns.NounDefinition[] = Object.values(nouns);

/** A table of which a deleted page's rows are purged. */
export interface PurgedPageTable {
  table: string;
  key: string;
  /** SQL for the page's rows (?1): by the table's own index, or by that of their parent. */
  where: string;
}

const ofPage = "page_id = ?1";
const ofParent = (parent: string) => `${parent}_id IN (SELECT id FROM ${parent} WHERE ${ofPage})`;

const stageOf = ({ purged, of }: nouns.PageOwnedTable): number =>
  purged === "first" ? 0 : of !== undefined ? 1 : purged === "last" ? 3 : 2;

/**
 * Tables in order: children before parents, and those without an index by page last, which are walked once all else is
 * gone.
 */
export const purgedPageTables: readonly PurgedPageTable[] = all
  .flatMap(({ tables = [] }) => tables)
  .toSorted((one, other) => stageOf(one) - stageOf(other))
  .map(({ name, key = "id", of, only }) => {
    const where = of === undefined ? ofPage : ofParent(of);
    return { table: name, key, where: only === undefined ? where : `${where} AND ${only}` };
  });
