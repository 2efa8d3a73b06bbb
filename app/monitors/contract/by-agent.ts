import { type CheckFinding, englishSentence } from "./contract";

const detail = englishSentence("Only an agent can check this.");

/** The finding for a kind that is never checked from here, only by an agent. */
export const needsAgentFinding: CheckFinding = {
  verdict: "blocked",
  code: "agent_only",
  detail,
  milliseconds: null,
  steps: [{ title: englishSentence("Request"), ok: false, detail }],
};
