import fc from "fast-check";
import { expect, test } from "vitest";
import { mergePageStatements } from "./rows-together";
import { rowsStatement } from "./write";

const of = (name: string, page: string) => rowsStatement(`INSERT INTO ${name} FROM json_each(?1) j`, [{ page }]);
const names = ["a", "b", "c", "d", "e"];

test("rows of all pages go in one statement a table, in the order that each page has", () => {
  const made = mergePageStatements([
    [of("a", "1"), of("c", "1")],
    [of("a", "2"), of("b", "2"), of("c", "2")],
  ]);
  expect(made.map(({ sql, rows }) => [sql.split(" ")[2], rows])).toEqual([
    ["a", [{ page: "1" }, { page: "2" }]],
    ["b", [{ page: "2" }]],
    ["c", [{ page: "1" }, { page: "2" }]],
  ]);
});

test("what is the same for all is done once, what takes other parameters for each", () => {
  const same = { sql: "UPDATE deployment", params: [] };
  const other = (page: string) => ({ sql: "DELETE FROM x WHERE page_id = ?1", params: [page] });
  expect(
    mergePageStatements([
      [same, other("1")],
      [same, other("2")],
    ]),
  ).toEqual([same, other("1"), other("2")]);
});

test("whatever each page has of one order, nothing is lost and one statement a table is enough", () => {
  const pages = fc.array(fc.subarray(names), { minLength: 1, maxLength: 6 });
  fc.assert(
    fc.property(pages, (given) => {
      const made = mergePageStatements(given.map((page, index) => page.map((name) => of(name, `${index}`))));
      const order = made.map(({ sql }) => sql.split(" ")[2] as string);
      expect([...order].sort()).toEqual(names.filter((name) => given.some((page) => page.includes(name))));
      for (const page of given) expect(order.filter((name) => page.includes(name))).toEqual(page);
      expect(made.flatMap(({ rows }) => rows ?? [])).toHaveLength(given.flat().length);
    }),
  );
});
