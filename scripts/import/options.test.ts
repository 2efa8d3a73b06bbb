import { expect, test } from "vitest";
import { ImportToolError, readImportOptions } from "./options.ts";

const env = { UPFRONT_TOKEN: "t".repeat(40), KUMA_KEY: "k-1", HOST: "db.example.com", EMPTY: " " };
const to = ["--to", "https://status.example.com/x", "--page", "shop"];

const refusalOf = (args: readonly string[], given: Record<string, string> = env): string => {
  try {
    readImportOptions(args, given);
  } catch (error) {
    if (error instanceof ImportToolError) return error.message;
    throw error;
  }
  return "";
};

test("a product with files, and where they go", () => {
  const args = [
    "csv",
    "a.csv",
    "b.csv",
    ...to,
    "--time-zone",
    "Europe/Berlin",
    "--choice",
    "incidents.title=What = it",
  ];
  expect(readImportOptions(args, env)).toEqual({
    origin: "csv",
    paths: ["a.csv", "b.csv"],
    target: { url: "https://status.example.com", page: "shop", token: env.UPFRONT_TOKEN },
    url: "",
    key: "",
    timeZone: "Europe/Berlin",
    choices: { "incidents.title": "What = it" },
    out: null,
  });
});

test("keys, tokens and variables of files come from the environment", () => {
  const args = ["gatus", "config", "--key-env", "KUMA_KEY", "--variable", "HOST", "--token-env", "KUMA_KEY", ...to];
  const { key, choices, target } = readImportOptions(args, env);
  expect({ key, choices, token: target?.token }).toEqual({ key: "k-1", choices: { $HOST: env.HOST }, token: "k-1" });
});

test("the deployment’s URL may be in the environment; nothing is needed for a look", () => {
  const there = { ...env, UPFRONT_URL: "http://localhost:8787/" };
  expect(readImportOptions(["csv", "a.csv", "--page", "shop"], there).target?.url).toBe("http://localhost:8787");
  for (const args of [["csv", "a.csv", "--dry", ...to], ["csv", "a.csv", "--out", "x.json"], ["list"]])
    expect(readImportOptions(args, {}).target, args.join(" ")).toBeNull();
  expect(readImportOptions(["csv", "a.csv", "--out", "x.json", ...to], env).target).not.toBeNull();
});

test.each([
  [["csv", "--key", "secret-1", ...to], /--key-env NAME.*Replace the key/],
  [["csv", "--token", "secret-1", ...to], /--token-env NAME.*Replace the token/],
  [["csv", "--key-env", "NONE", ...to], /^NONE is not set: export NONE/],
  [["csv", "--key-env", "EMPTY", ...to], /^EMPTY is not set/],
  [["gatus", "--variable", "NONE", ...to], /^NONE is not set/],
  [["csv", "--choice", "page", ...to], /NAME=VALUE, not “page”/],
  [["csv", "--page", "shop"], /--to needs the URL/],
  [["csv", "--to", "ftp://x.example", "--page", "shop"], /--to needs the URL/],
  [["csv", "--to", "https://x.example"], /Name the page with --page.*https:\/\/x\.example\/NAME/],
  [["--dry"], /Name the product/],
  [["csv", "--colour", "red"], /--colour[\s\S]*npm run import -- PRODUCT/],
])("%j is refused with what to do", (args, message) => {
  const refused = refusalOf(args);
  expect(refused).toMatch(message);
  expect(refused).not.toContain("secret-1");
});

test("without a token it says where one is made", () => {
  expect(refusalOf(["csv", ...to], {})).toMatch(/UPFRONT_TOKEN is not set.*API tokens/);
});
