import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DeployFailed } from "./failed.ts";
import { wrangler } from "./wrangler.ts";

export async function migrateRemotely(config: string, database: string): Promise<void> {
  const args = ["d1", "migrations", "apply", database, "--remote", "--config", config];
  const { code } = await wrangler(args, { input: "" });
  if (code !== 0) throw new DeployFailed("The migrations could not be applied: see above. The worker is as it was.");
}

/** Uploads the worker; its secret goes along with the first version, in a file that is gone afterwards. */
export async function upload(config: string, secret: string | null): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "upfront-deploy-"));
  const secrets = join(folder, "secrets.json");
  try {
    if (secret !== null) writeFileSync(secrets, JSON.stringify({ UPFRONT_SECRET: secret }), { mode: 0o600 });
    const args = ["deploy", "--config", config, ...(secret === null ? [] : ["--secrets-file", secrets])];
    const { code } = await wrangler(args, { input: "" });
    if (code !== 0) throw new DeployFailed("The worker could not be uploaded: see above. Its migrations are applied.");
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
