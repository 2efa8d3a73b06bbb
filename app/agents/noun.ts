import type { NounDefinition } from "~/nouns";

/** A program of the team that checks from another place. */
export const agentNounDefinition = {
  name: "agent",
  at: "agents",
  tables: [{ name: "agent" }],
  routes: { agents: "agents/desk/agents", "agents/new": "agents/desk/agent-new", "agents/:id": "agents/desk/agent" },
  menu: { area: "monitoring", order: 40, name: "agents", called: "Agents" },
  search: { kind: "agent", order: 60, called: "Agent" },
  ways: [{ name: "agent", to: "agents/new", need: "admin", order: 110, called: "New agent" }],
  audit: {
    link: "one",
    fields: { from: "agents/rules/fields", name: "agentFields" },
    called: "Agents",
    actions: {
      create: "{{actor}} created an agent",
      update: "{{actor}} changed an agent",
      rotate: "{{actor}} created an agent’s secret",
      delete: "{{actor}} deleted an agent",
    },
  },
  api: {
    routes: [{ from: "agents/api/agents", add: "addAgentRoutes", order: 130 }],
    operations: {
      "POST agents": { need: "admin", example: { agent: { name: "Office network", every: 5 } } },
      "PUT, PATCH agents/{id}": { need: "admin", example: { agent: { every: 2 } } },
      "DELETE agents/{id}": { need: "admin" },
      "POST agents/{id}/secret": { need: "admin" },
    },
  },
  done: {
    "agent-created": "Agent created. Create its secret next.",
    "agent-saved": "Agent saved.",
    "agent-deleted": "Agent deleted.",
  },
  refusals: {
    about: "Forms of agents: programs in somebody’s own network that check monitors.",
    texts: {
      limit: "A page has at most {{most}} agents. Delete one first.",
      has_monitors: "It still checks monitors. Delete them, or check them from elsewhere first.",
    },
    notes: { limit: "{{most}} is a number." },
  },
} as const satisfies NounDefinition;
