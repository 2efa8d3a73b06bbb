import { registerHooks } from "node:module";
import { loadModule } from "./load.ts";
import { resolveModule } from "./resolve.ts";

/**
 * Node itself runs the sources in tests: each is turned into JavaScript by the process that asks for it, when it does.
 * What only Vite understands (a sheet, a glob, `~`) reads as the build would have it.
 */
registerHooks({ resolve: resolveModule, load: loadModule });
