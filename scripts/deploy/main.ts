import { ensureBuild } from "../../server/build.ts";
import { onEnding } from "../setup/ending.mjs";
import { checkWorkerBundle, checkWorkerBundleOnce } from "./bundle.ts";
import { deployWorker } from "./deploy.ts";
import { DeployError } from "./deploy-error.ts";
import { readDeployOptions } from "./options.ts";

async function main(): Promise<void> {
  // Temporary folders are removed when the process exits, which a signal alone would skip.
  onEnding(() => process.exit(130));
  try {
    const options = readDeployOptions(process.argv.slice(2), process.env);
    if (options.does === "bundle" || options.does === "deploy") {
      await ensureBuild();
      const prove = options.does === "bundle" ? checkWorkerBundle : checkWorkerBundleOnce;
      if (!(await prove())) throw new DeployError("The bundle is not fit to be deployed: see above.");
    }
    if (options.does !== "bundle") await deployWorker(options);
  } catch (error) {
    console.error((error as Error).message);
    process.exitCode = 1;
  }
}

await main();
