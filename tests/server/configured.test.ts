import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { readMiniflareOptions } from "../../server/saved-options.ts";
import { temporaryFolder } from "../support/child";
import { root } from "../support/sources";

const asked = async (config: string) => {
  const { unstable_getMiniflareWorkerOptions } = await import("wrangler");
  const { workerOptions } = unstable_getMiniflareWorkerOptions(config);
  const { assets } = workerOptions;
  expect(assets?.directory).toBe(join(dirname(config), "build/client"));
  return JSON.parse(JSON.stringify({ ...workerOptions, assets: { ...assets, directory: "build/client" } })) as unknown;
};

test("what was kept is what wrangler says, until its configuration is another one", async () => {
  const folder = temporaryFolder("configured");
  const kept = join(folder, ".cache/worker-options.json");
  const config = join(folder, "wrangler.toml");
  const written = readFileSync(join(root, "wrangler.toml"), "utf8");
  writeFileSync(config, written);
  const first = await readMiniflareOptions({ config, kept });
  expect(JSON.parse(JSON.stringify(first))).toEqual(await asked(config));
  expect(readFileSync(kept, "utf8")).not.toContain(folder);
  writeFileSync(kept, readFileSync(kept, "utf8").replace("2026-07-01", "2026-07-02"));
  expect(await readMiniflareOptions({ config, kept })).toMatchObject({ compatibilityDate: "2026-07-02" });
  writeFileSync(config, written.replace("2026-07-01", "2026-07-03"));
  expect(await readMiniflareOptions({ config, kept })).toMatchObject({ compatibilityDate: "2026-07-03" });
  writeFileSync(kept, "{");
  expect(await readMiniflareOptions({ config, kept })).toMatchObject({ compatibilityDate: "2026-07-03" });
});
