import type { Guide } from "./guide";

const component = "01m7vrt60gzx9a8q5f0p3kd2bn";
const page = "/pages/{page}";

/** Describes changes, which work by PUT and PATCH alike, for admins. */
const changes = (noun: string, path: string, fields: object): Guide => ({
  [`PUT ${page}/${path}/{id}`]: { need: "admin", example: { [noun]: fields } },
  [`PATCH ${page}/${path}/{id}`]: { need: "admin", example: { [noun]: fields } },
  [`DELETE ${page}/${path}/{id}`]: { need: "admin" },
});

const moves = { components: { [component]: "major_outage" }, mode: "draft", hold: 120, resolve_after: 300 };

/** Operations for sources and recipients; see guide.ts. */
export const watchGuide: Guide = {
  [`POST ${page}/sources`]: { need: "admin", example: { source: { kind: "alertmanager", name: "Prometheus" } } },
  ...changes("source", "sources", { name: "Prometheus, Berlin", heartbeat_seconds: 300, silence_hours: 24 }),
  [`POST ${page}/sources/{id}/rotate`]: { need: "admin" },
  [`DELETE ${page}/sources/{id}/overlaps/{what}`]: { need: "admin" },
  [`POST ${page}/sources/{id}/deliveries/replay`]: {
    need: "admin",
    example: { deliveries: ["01m7vrt60gzx9a8q5f0p3kd2bn"] },
  },
  [`GET ${page}/sources/{id}/suggestions`]: { need: "viewer" },
  [`POST ${page}/monitors`]: {
    need: "admin",
    example: {
      monitor: {
        kind: "http",
        name: "Shop",
        settings: { url: "https://shop.example.com/health" },
        interval: 5,
        ...moves,
      },
    },
  },
  ...changes("monitor", "monitors", { name: "Shop", interval: 1, in_a_row: 3 }),
  [`POST ${page}/monitors/{id}/pause`]: { need: "admin" },
  [`POST ${page}/monitors/{id}/resume`]: { need: "admin" },
  [`POST ${page}/monitors/{id}/check`]: { need: "responder" },
  [`POST ${page}/corrections`]: {
    need: "admin",
    example: {
      correction: {
        source_id: component,
        starts_at: "2026-11-20T10:00:00Z",
        ends_at: "2026-11-20T10:25:00Z",
        reason: "The check itself was broken; the shop was up.",
      },
    },
  },
  [`DELETE ${page}/corrections/{id}`]: { need: "admin" },
  [`POST ${page}/heartbeats`]: {
    need: "admin",
    example: {
      heartbeat: {
        name: "Backup",
        schedule: { kind: "cron", expression: "30 3 * * *", time_zone: "Europe/Berlin" },
        grace: 3600,
      },
    },
  },
  ...changes("heartbeat", "heartbeats", { schedule: { kind: "simple", period: 86_400 }, grace: 3600 }),
  [`POST ${page}/heartbeats/{id}/pause`]: { need: "admin" },
  [`POST ${page}/heartbeats/{id}/resume`]: { need: "admin" },
  [`POST ${page}/agents`]: { need: "admin", example: { agent: { name: "Office network", every: 5 } } },
  ...changes("agent", "agents", { every: 2 }),
  [`POST ${page}/agents/{id}/secret`]: { need: "admin" },
  [`POST ${page}/rules`]: {
    need: "admin",
    example: { rule: { source_id: component, match: { labels: { service: "checkout" } }, ...moves } },
  },
  [`POST ${page}/rules/try`]: {
    need: "admin",
    example: { rule: { source_id: component, match: { labels: { service: "checkout*" } } } },
  },
  ...changes("rule", "rules", { mode: "publish", resolve_after: 600, group_by: ["service"] }),
  [`POST ${page}/alerts/{id}/acknowledge`]: { need: "responder" },
  [`POST ${page}/alerts/{id}/dismiss`]: { need: "responder", example: { alert: { reason: "A scheduled test" } } },
  [`POST ${page}/alerts/{id}/restore`]: { need: "responder" },
  [`POST ${page}/alerts/{id}/attach`]: { need: "responder", example: { alert: { incident_id: component } } },
  [`POST ${page}/channels`]: {
    need: "admin",
    example: {
      channel: {
        kind: "webhook",
        name: "Ours",
        settings: { url: "https://hooks.example.com/upfront" },
        events: ["draft_opened", "incident_opened"],
      },
    },
  },
  ...changes("channel", "channels", { paused: true }),
  [`POST ${page}/channels/{id}/rotate`]: { need: "admin" },
  [`POST ${page}/channels/{id}/test`]: { need: "admin" },
  [`POST ${page}/channels/{id}/deliveries/{delivery}/retry`]: { need: "admin" },
  [`POST ${page}/mute`]: { need: "responder", example: { mute: { minutes: 60, reason: "Moving house" } } },
  [`DELETE ${page}/mute`]: { need: "responder" },
};
