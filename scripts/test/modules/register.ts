import { registerHooks } from "node:module";
import { loadModuleHook } from "./load.ts";
import { resolveModuleHook } from "./resolve.ts";

/**
 * Lets Node itself run the sources in tests: each is compiled to JavaScript by the process that imports it, on demand.
 * Imports that only Vite understands (a style sheet, a glob, `~`) give the same as in the build.
 */
registerHooks({ resolve: resolveModuleHook, load: loadModuleHook });
