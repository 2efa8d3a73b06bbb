import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { DeployError } from "./deploy-error.ts";
import { withTemporaryFolder } from "./passing-folder.ts";
import { runWrangler } from "./wrangler.ts";

export async function migrateRemoteDatabase(config: string, database: string): Promise<void> {
  const args = ["d1", "migrations", "apply", database, "--remote", "--config", config];
  const { code } = await runWrangler(args, { input: "" });
  if (code !== 0) throw new DeployError("The migrations could not be applied: see above. The worker is as it was.");
}

/** Uploads the worker; its secret is sent with the first version, in a file that is removed afterwards. */
export async function uploadWorker(config: string, secret: string | null): Promise<void> {
  await withTemporaryFolder(async (folder) => {
    const secrets = join(folder, "secrets.json");
    if (secret !== null) writeFileSync(secrets, JSON.stringify({ UPFRONT_SECRET: secret }), { mode: 0o600 });
    const args = ["deploy", "--config", config, ...(secret === null ? [] : ["--secrets-file", secrets])];
    const { code } = await runWrangler(args, { input: "" });
    if (code !== 0) throw new DeployError("The worker could not be uploaded: see above. Its migrations are applied.");
  });
}
