import { ensureBuilt } from "../start/build.ts";
import { proveBundle } from "./bundle.ts";
import { deploy } from "./deploy.ts";
import { DeployFailed } from "./failed.ts";
import { readDeployOptions } from "./options.ts";

async function main(): Promise<void> {
  try {
    const options = readDeployOptions(process.argv.slice(2), process.env);
    if (options.does === "bundle" || options.does === "deploy") {
      await ensureBuilt();
      if (!(await proveBundle())) throw new DeployFailed("The bundle is not fit to be deployed: see above.");
    }
    if (options.does !== "bundle") await deploy(options);
  } catch (error) {
    console.error((error as Error).message);
    process.exitCode = 1;
  }
}

await main();
