import { type Finding, says } from "./contract";

const detail = says("Only an agent can look at this.");

/** Of a kind that is never looked at from here. */
export const byAgentAlone: Finding = {
  verdict: "blocked",
  code: "agent_only",
  detail,
  milliseconds: null,
  steps: [{ title: says("Request"), ok: false, detail }],
};
