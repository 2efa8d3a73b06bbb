import type { Plugin } from "vite";
import { applyCodeReplacements, withoutMembers } from "./replaced-code.ts";

/** Members of adapters by which the contract's tests try them, by noun; a channel's settings are for the preview, too. */
const forTests: Readonly<Record<string, readonly string[]>> = {
  channels: ["sampleAnswers"],
  mailers: ["sampleAnswers", "sampleSettings"],
  monitors: ["sampleSettings"],
  sources: ["sampleSettings"],
};

const adapter = /\/app\/(\w+)\/(?:kinds|contract)\/.+\.ts$/;

/** Leaves out of the worker what only tests ask an adapter for. */
export const adaptersWithoutSamplesPlugin = (): Plugin => ({
  name: "upfront-adapters-without-samples",
  apply: (_config, { isSsrBuild }) => isSsrBuild === true,
  transform(code, id) {
    const members = forTests[adapter.exec(id)?.[1] ?? ""];
    if (!members?.some((name) => code.includes(name))) return null;
    const leave = (node: Parameters<typeof withoutMembers>[0]) =>
      node?.type === "ObjectExpression" ? withoutMembers(node, members) : [];
    return { code: applyCodeReplacements(code, this.parse(code), leave), map: null };
  },
});
