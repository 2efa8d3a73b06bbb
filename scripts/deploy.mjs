import { runScript } from "./setup/own-node.mjs";

await runScript(new URL("./deploy/main.ts", import.meta.url));
