import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { deletePage } from "~/pages/delete";
import type { Ctx } from "~/platform/ctx";
import { exportSubscribers } from "~/subscribers/export";
import { importSubscribers } from "~/subscribers/import";
import { removeSubscribers, unsubscribeSubscribers } from "~/subscribers/move";
import { countedAttacks } from "../support/counted-attacks";
import { failureOf, good } from "../support/desk";
import { addressOf, arrange, someSubscribers } from "../support/scenario";
import { execute, openTold, quiet, subscribersOf, type Told } from "../support/told";

let told: Told;
beforeAll(async () => {
  told = await openTold();
});
afterAll(() => told.close());
beforeEach(() => execute(told, "DELETE FROM subscriber"));

const page = () => ({ pageId: told.pageId });
const admin = () => quiet(told.as("admin"));
const take = (file: string, ctx = admin()) => importSubscribers(ctx, { ...page(), file, agreement: "given" });
const stored = async () => (await subscribersOf(told)).map(({ address, state }) => `${address} ${state}`).sort();

/** Somebody else is at work once, between what was read and the batch that writes. */
function interrupted(ctx: Ctx, meanwhile: () => Promise<unknown>): Ctx {
  let batches = 0;
  const batch: D1Database["batch"] = async (statements) => {
    batches += 1;
    if (batches === 1) await meanwhile();
    return ctx.d1.batch(statements);
  };
  const d1 = { prepare: (sql: string) => ctx.d1.prepare(sql), batch } as unknown as Ctx["d1"];
  return { ...ctx, d1 };
}

test("5,000 lines of long addresses with components are taken, though no one statement could", async () => {
  const long = (n: number) => addressOf(n).replace("@", `${"x".repeat(40)}@${"y".repeat(60)}.`);
  const lines = Array.from({ length: 5000 }, (_, n) => `${long(n)},API;Website;Sign-in`);
  const ctx = admin();
  expect(await good(take(["email,components", ...lines].join("\n"), ctx))).toEqual({ added: 5000, unchanged: 0 });
  console.log("rows read by 5,000 lines:", ctx.meter.read, "rows written:", ctx.meter.written);
  expect(ctx.meter.read).toBeLessThanOrEqual(16_000);
  expect(ctx.meter.written).toBeLessThanOrEqual(10_010);
});

test("a component that a line names 200,000 times is kept once", async () => {
  expect(await good(take(`email,components\nann@example.com,${"API;".repeat(200_000)}`))).toEqual({
    added: 1,
    unchanged: 0,
  });
  expect((await subscribersOf(told))[0]?.componentIds).toEqual([told.components[1]]);
});

test("100,000 lines, one line of a megabyte, half a quote and a thousand columns are refused or taken, never an error", async () => {
  const files = [
    "a@b.de\n".repeat(100_000),
    "x".repeat(999_000),
    `email\n"${"a@b.de\n".repeat(9000)}`,
    `a@b.de\n${'"a"b,'.repeat(99_000)}`,
    // Five megabytes of good lines, and one line of two: neither is read.
    `email\n${"a@b.de\n".repeat(714_286)}`,
    `email,components\nann@example.com,${"API;".repeat(500_000)}`,
  ];
  for (const file of files)
    expect([file.slice(0, 10), (await failureOf(take(file)))?.name]).toEqual([file.slice(0, 10), "invalid"]);
  expect(await good(take(`${"a,".repeat(1000)}email\n${",".repeat(1000)}ann@example.com`))).toEqual({
    added: 1,
    unchanged: 0,
  });
});

test("two imports of overlapping lists at once both go through, and each address is there once", async () => {
  const first = interrupted(admin(), () => good(take("new@example.com\nother@example.com")));
  expect(await good(take("new@example.com\nlast@example.com", first))).toEqual({ added: 1, unchanged: 1 });
  expect(await stored()).toEqual(["last@example.com active", "new@example.com active", "other@example.com active"]);
});

test("one form that is sent twice at once takes its list once, and both answers say so", async () => {
  const twice = (ctx: Ctx) =>
    importSubscribers(ctx, {
      ...page(),
      file: "new@example.com\nother@example.com",
      agreement: "given",
      commitId: "0123456789abcdef0123456789abcdef",
    });
  const answers: unknown[] = [];
  const first = interrupted(admin(), async () => answers.push(await good(twice(admin()))));
  answers.push(await good(twice(first)), await good(twice(admin())));
  expect(answers).toEqual(Array(3).fill({ added: 2, unchanged: 0 }));
  expect(await stored()).toEqual(["new@example.com active", "other@example.com active"]);
});

test("who unsubscribes while they are imported stays so; who is forgotten meanwhile is not brought back by the list that knew them", async () => {
  await arrange(told.deployment, someSubscribers(told.pageId, 2));
  const file = [addressOf(0), addressOf(1), "new@example.com"].join("\n");
  const ctx = interrupted(admin(), async () => {
    await good(unsubscribeSubscribers(admin(), { ...page(), ids: ["sub000000"] }));
    await good(removeSubscribers(admin(), { ...page(), ids: ["sub000001"] }));
  });
  expect(await good(take(file, ctx))).toEqual({ added: 1, unchanged: 2 });
  expect(await stored()).toEqual(["new@example.com active", `${addressOf(0)} unsubscribed`]);
});

test.each([
  [
    "an export's apostrophe before what a spreadsheet would compute",
    "email\n'+ann@example.com\n'=bob@example.com",
    ["+ann@example.com", "=bob@example.com"],
  ],
  ["empty lines before the list", "\n\r\n  \nann@example.com\nbob@example.com", ["ann@example.com", "bob@example.com"]],
  [
    "empty lines in the list and after it",
    "ann@example.com\n\n , \nbob@example.com\n\n",
    ["ann@example.com", "bob@example.com"],
  ],
  [
    "line ends of an old spreadsheet",
    "email\rann@example.com\rbob@example.com",
    ["ann@example.com", "bob@example.com"],
  ],
  ["an empty column before the one that has it", "email,address\n,ann@example.com", ["ann@example.com"]],
  ["two spellings of one letter", "e\u0301@example.com\n\u00e9@example.com", ["\u00e9@example.com"]],
  ["two spellings of one domain", "A@M\u00dcNCHEN.example\na@xn--mnchen-3ya.example", ["a@xn--mnchen-3ya.example"]],
  [
    "a byte order mark, semicolons, and a column called __proto__",
    "\ufeffemail;__proto__\nann@example.com;x",
    ["ann@example.com"],
  ],
])("%s is read as it is meant", async (_, file, addresses) => {
  await good(take(file));
  expect(await stored()).toEqual(addresses.map((each) => `${each} active`));
});

test.each([
  ["UTF-16", "\ufffd\ufffde\0m\0a\0i\0l\0\n\0a\0@\0b\0.\0d\0e\0"],
  ["Latin-1", "email,components\nann@example.com,Caf\ufffd"],
  ["a NUL in an address", "ann@ex\0ample.com"],
  ["a file that was cut", "email\nann@example.com\nbob@exam"],
])("%s is refused whole, by its line", async (_, file) => {
  expect((await failureOf(take(file)))?.name).toBe("invalid");
  expect(await stored()).toEqual([]);
});

test("what leaves as CSV comes back as it was", async () => {
  const addresses = ["=cmd@example.com", "+1@example.com", "-2@example.com"];
  for (const [n, address] of addresses.entries())
    await arrange(told.deployment, someSubscribers(told.pageId, 1, { address }, n));
  const { csv } = await good(exportSubscribers(admin(), page()));
  expect(csv.split(/[,\r\n]+/).filter((cell) => /^"?[=+\-@\t]/.test(cell))).toEqual([]);
  expect(await good(take(csv))).toEqual({ added: 0, unchanged: 3 });
});

test("a page that is deleted meanwhile takes nobody in", async () => {
  const ctx = interrupted(admin(), async () => {
    await good(deletePage(told.owner(), { id: told.pageId, ...page(), name: "Acme", version: 0 } as never));
  });
  expect((await failureOf(take("new@example.com", ctx)))?.name).toBe("missing");
  expect(await stored()).toEqual([]);
});

test("these tests are as many as docs/security.md says", ({ task }) => {
  const { said, tests } = countedAttacks(task, "tests/walls/import-attacks.test.ts");
  expect(said).toBe(tests);
});
