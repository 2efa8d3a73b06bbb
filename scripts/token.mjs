import { runScript } from "./setup/own-node.mjs";

await runScript(new URL("../server/token.ts", import.meta.url));
