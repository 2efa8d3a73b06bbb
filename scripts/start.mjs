import { runScript } from "./setup/own-node.mjs";

await runScript(new URL("../server/main.ts", import.meta.url));
