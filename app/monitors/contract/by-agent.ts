import { type CheckFinding, says } from "./contract";

const detail = says("Only an agent can look at this.");

/** The finding for a kind that is never checked from here, only by an agent. */
export const byAgentAlone: CheckFinding = {
  verdict: "blocked",
  code: "agent_only",
  detail,
  milliseconds: null,
  steps: [{ title: says("Request"), ok: false, detail }],
};
