import { runScript } from "./setup/own-node.mjs";

await runScript(new URL("./start/build-now.ts", import.meta.url));
