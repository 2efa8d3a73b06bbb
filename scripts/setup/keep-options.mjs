import { runScript } from "./own-node.mjs";

await runScript(new URL("../start/keep-options.ts", import.meta.url));
