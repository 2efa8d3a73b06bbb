/** `npm run cli`: the command-line tool from the sources, which are compiled when they are loaded. */
await import("../test/modules/register.ts");
await import("../../cli/main.ts");

export {};
