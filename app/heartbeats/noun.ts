import type { NounDefinition } from "~/nouns";

/** A job that has to report regularly. */
export const heartbeatNounDefinition = {
  name: "heartbeat",
  at: "heartbeats",
  tables: [{ name: "ping_body", key: "heartbeat_id, slot", of: "heartbeat" }, { name: "heartbeat" }],
  routes: {
    heartbeats: "heartbeats/desk/heartbeats",
    "heartbeats/new": "heartbeats/desk/heartbeat-new",
    "heartbeats/:id": "heartbeats/desk/heartbeat",
    "heartbeats/:id/pings/:number": "heartbeats/desk/heartbeat-ping",
  },
  menu: { area: "monitoring", order: 20, name: "heartbeats", called: "Heartbeats" },
  search: { kind: "heartbeat", order: 40, called: "Heartbeat" },
  ways: [{ name: "heartbeat", to: "heartbeats/new", need: "admin", order: 90, called: "New heartbeat" }],
  audit: {
    link: "one",
    fields: { from: "heartbeats/rules/logged-fields", name: "heartbeatLogFields" },
    called: "Heartbeats",
    actions: {
      bulk_delete: "{{actor}} deleted several heartbeats",
      bulk_mute: "{{actor}} muted several heartbeats",
      bulk_unmute: "{{actor}} unmuted several heartbeats",
      create: "{{actor}} created a heartbeat",
      delete: "{{actor}} deleted a heartbeat",
      mute: "{{actor}} muted a heartbeat",
      pause: "{{actor}} paused a heartbeat",
      resume: "{{actor}} resumed a heartbeat",
      rotate: "{{actor}} changed a heartbeat’s URL",
      send_ping: "{{actor}} sent a ping manually",
      unmute: "{{actor}} unmuted a heartbeat",
      update: "{{actor}} changed a heartbeat",
    },
  },
  api: {
    routes: [{ from: "heartbeats/api/heartbeats", add: "addHeartbeatRoutes", order: 120 }],
    operations: {
      "POST heartbeats": {
        need: "admin",
        example: {
          heartbeat: {
            name: "Backup",
            schedule: { kind: "cron", expression: "30 3 * * *", time_zone: "Europe/Berlin" },
            grace: 3600,
          },
        },
      },
      "PUT, PATCH heartbeats/{id}": {
        need: "admin",
        example: { heartbeat: { schedule: { kind: "simple", period: 86400 }, grace: 3600 } },
      },
      "DELETE heartbeats/{id}": { need: "admin" },
      "POST heartbeats/{id}/pause": { need: "admin" },
      "POST heartbeats/{id}/resume": { need: "admin" },
    },
  },
  done: {
    "heartbeat-created": "Heartbeat created. Waiting for the first ping.",
    "heartbeat-saved": "Heartbeat saved.",
    "heartbeat-paused": "Paused. Pings aren’t expected and its alerts are resolved.",
    "heartbeat-resumed": "Resumed. It waits for its next ping.",
    "heartbeat-pinged": "Ping received. See the list of pings.",
    "heartbeat-rotated": "The heartbeat has a new URL. The old one now returns 404.",
    "heartbeat-deleted": "Heartbeat deleted.",
    "ping-key-created": "Ping key created.",
    "ping-key-rotated": "Ping key changed. URLs with the old key now return 404.",
    "heartbeats-changed": "Heartbeats updated.",
    "heartbeats-deleted": "Heartbeats deleted.",
  },
  refusals: {
    about: "Forms of heartbeats.",
    texts: {
      slug: "Use up to 100 lower-case letters, digits, hyphens and underscores.",
      not_paused: "This heartbeat is not paused.",
      limit: "A page has at most {{most}} heartbeats. Delete one first.",
      sealed:
        "Its URL was encrypted with a secret that is no longer set: set UPFRONT_SECRET_OLD again, or create a new URL.",
      of_agent: "This heartbeat belongs to an agent. Delete the agent instead.",
      tick_one: "Select at least one heartbeat.",
      at_once: "Select at most 50 heartbeats at once.",
    },
    notes: { limit: "{{most}} is a number." },
  },
} as const satisfies NounDefinition;
