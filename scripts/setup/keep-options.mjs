import { runScript } from "./own-node.mjs";

await runScript(new URL("../../server/keep-options.ts", import.meta.url));
