import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { literalSql } from "../scripts/deploy/account.ts";
import {
  addressIn,
  databaseName,
  hasCopies,
  hasDatabase,
  hasWake,
  withAddress,
  withCopies,
  withDatabase,
  withWake,
} from "../scripts/deploy/config.ts";
import { jsonIn } from "../scripts/deploy/wrangler.ts";
import { newLink } from "../scripts/start/link.ts";
import { root } from "./support/sources";

/** As it is committed: nothing of anybody's account in it. */
const committed = readFileSync(join(root, "wrangler.toml"), "utf8");
const id = "3f2b9c1e-0000-4000-8000-1234567890ab";

test("the committed settings name no account's database", () => {
  expect([hasDatabase(committed), hasCopies(committed), hasWake(committed), addressIn(committed)]).toEqual([
    false,
    false,
    false,
    null,
  ]);
  expect(databaseName(committed)).toBe("upfront");
});

test("a deployment writes its database, its copies, its queue and its address, once each", () => {
  const steps = (config: string) =>
    withAddress(withWake(withCopies(withDatabase(config, id), "abc123"), "upfront-wake"), "https://status.example.com");
  const config = steps(committed);
  expect([hasDatabase(config), hasCopies(config), hasWake(config), addressIn(config)]).toEqual([
    true,
    true,
    true,
    "https://status.example.com",
  ]);
  expect(steps(config)).toBe(config);
  expect(addressIn(withAddress(config, "https://other.example.com"))).toBe("https://other.example.com");
  for (const line of committed
    .trim()
    .split("\n")
    .filter((each) => !each.startsWith("database_id"))) {
    expect(config).toContain(line);
  }
});

test("JSON is found between the notices that wrangler prints around it", () => {
  expect(jsonIn('⛅️ wrangler\n[{"name":"upfront"}]\n')).toEqual([{ name: "upfront" }]);
  expect(jsonIn("nothing here")).toBeNull();
  expect(jsonIn("[warning] half {")).toBeNull();
});

test("the statement of a sign-in link holds the hash, never the token, and quotes what it is given", () => {
  const { token, sql, params } = newLink(1000);
  const statement = literalSql(sql, params);
  expect(statement).toMatch(/VALUES \('[0-9a-f]{64}', 'console', 1000, 3601000\)$/);
  expect(statement).not.toContain(token);
  expect(literalSql("SELECT ?1", ["it's"])).toBe("SELECT 'it''s'");
});
