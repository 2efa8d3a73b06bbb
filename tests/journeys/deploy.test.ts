import { expect, test } from "vitest";
import { startProgram } from "../support/child";
import { nodeProgram } from "../support/server";
import { root } from "../support/sources";

test("npm run deploy -- --dry-run proves the bundle without an account and tells its weight", async () => {
  const env = { ...process.env, CLOUDFLARE_API_TOKEN: "", WRANGLER_SEND_METRICS: "false" };
  const dryRun = startProgram(nodeProgram, ["scripts/deploy.mjs", "--dry-run"], { cwd: root, env });
  expect(await dryRun.ended, dryRun.output()).toBe(0);
  expect(dryRun.output()).toMatch(/Worker bundle: [\d.]+ KB, [\d.]+ KB gzip \(at most 1024\.0 KB\)/);
});
