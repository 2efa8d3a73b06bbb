import type { NounDefinition } from "~/nouns";

/** An update or a maintenance that a program proposed, until a person publishes or dismisses it. */
export const proposalNounDefinition = {
  name: "proposal",
  at: "proposals",
  tables: [{ name: "proposal" }],
  routes: { proposals: "proposals/desk/proposals" },
  menu: { below: "now" },
  audit: {
    link: "list",
    ordinary: true,
    fields: { from: "proposals/rules/logged-fields", name: "proposalLogFields" },
    called: "Proposals",
    actions: {
      dismiss: "{{actor}} dismissed a proposal",
      maintenance: "{{actor}} proposed maintenance",
      update: "{{actor}} proposed an update",
    },
  },
  api: {
    routes: [{ from: "proposals/api/proposals", add: "addProposalRoutes", order: 65 }],
    operations: {
      "POST incidents/{id}/proposals": {
        need: "responder",
        example: { proposal: { status: "identified", body: "A database node is slow; we replace it." } },
      },
      "DELETE incidents/{id}/proposals/{proposal}": { need: "responder" },
      "DELETE proposals/{id}": { need: "responder" },
    },
  },
  done: {
    "proposal-published": "Published. Visitors see it now.",
    "proposal-dismissed": "Proposal dismissed.",
    "proposal-over": "This proposal was already published or dismissed, or its incident is resolved.",
  },
  refusals: {
    about: "Proposals of programs.",
    texts: {
      limit: "A page has at most {{most}} open proposals. Publish or dismiss some of them first.",
      over: "This proposal was published or dismissed in the meantime, or its incident is resolved.",
    },
    notes: { limit: "{{most}} is a number." },
  },
} as const satisfies NounDefinition;
