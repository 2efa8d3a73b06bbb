import { runScript } from "./setup/own-node.mjs";

await runScript(new URL("../server/build-now.ts", import.meta.url));
