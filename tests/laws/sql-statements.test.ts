import fc from "fast-check";
import { expect, test } from "vitest";
import { splitSqlStatements } from "../../scripts/deploy/sql-statements.ts";

const file = [
  "PRAGMA defer_foreign_keys=TRUE;",
  '\nCREATE TABLE "page" (\n  "id" text, -- it\'s a key; of text\n  "semi;colon" text\n);',
  "\nINSERT INTO \"page\" VALUES('a;b','it''s; \n-- no comment;');",
  "\nINSERT INTO `page` VALUES('','');",
  "\nCREATE TRIGGER `told` AFTER INSERT ON `page` BEGIN UPDATE `page` SET `id` = 'END;'; DELETE FROM x; END;",
  "\nDELETE FROM sqlite_sequence;",
];

async function read(parts: string[]): Promise<string[]> {
  const found: string[] = [];
  const from = async function* () {
    yield* parts;
  };
  for await (const statement of splitSqlStatements(from())) found.push(statement);
  return found;
}

test("wherever a file of SQL is cut into parts, its statements are the same", async () => {
  const whole = file.join("");
  const cuts = fc.uniqueArray(fc.integer({ min: 0, max: whole.length }), { maxLength: 12 });
  await fc.assert(
    fc.asyncProperty(cuts, async (found) => {
      const places = [0, ...found.sort((one, other) => one - other), whole.length];
      const parts = places.slice(1).map((end, index) => whole.slice(places[index], end));
      expect(await read(parts)).toEqual(file);
    }),
  );
});
