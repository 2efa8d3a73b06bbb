import type { NounDefinition } from "~/nouns";

/** A signal that something is wrong. */
export const alertNounDefinition = {
  name: "alert",
  at: "alerts",
  tables: [
    { name: "alert_group", key: "page_id, id" },
    { name: "settle", key: "page_id", purged: "first" },
    { name: "episode", key: "alert_id, started_at", purged: "last" },
    { name: "alert", purged: "last" },
  ],
  routes: {
    alerts: "alerts/desk/alerts",
    "alerts/:id": "alerts/desk/alert",
    "/manage/acknowledge/:token": "alerts/desk/alert-acknowledge",
  },
  menu: { area: "respond", order: 15, name: "alerts", called: "Alerts" },
  audit: {
    link: "one",
    ordinary: true,
    called: "Alerts",
    actions: {
      acknowledge: "{{actor}} acknowledged an alert",
      acknowledge_several: "{{actor}} acknowledged several alerts",
      attach: "{{actor}} attached an alert to an incident",
      detach: "{{actor}} detached an alert from its incident",
      dismiss: "{{actor}} dismissed an alert",
      dismiss_several: "{{actor}} dismissed several alerts",
      mute_several: "{{actor}} muted the sources of several alerts",
      restore: "{{actor}} restored a dismissed alert",
    },
  },
  api: {
    routes: [{ from: "alerts/api/alerts", add: "addAlertRoutes", order: 150 }],
    operations: {
      "POST alerts/{id}/acknowledge": { need: "responder" },
      "POST alerts/{id}/dismiss": { need: "responder", example: { alert: { reason: "A scheduled test" } } },
      "POST alerts/{id}/restore": { need: "responder" },
      "POST alerts/{id}/attach": {
        need: "responder",
        example: { alert: { incident_id: "01m7vrt60gzx9a8q5f0p3kd2bn" } },
      },
    },
  },
  done: {
    "alert-acknowledged": "Acknowledged.",
    "alerts-acknowledged": "Acknowledged.",
    "alerts-muted": "Muted. Statuses still change, but nobody is notified of these sources and no incidents open.",
    "alert-attached": "Attached, together with the alerts grouped with it. They won’t open another incident.",
    "alert-detached": "Detached. After the hold, the rule is applied again.",
    "alert-dismissed": "Dismissed. This alert no longer affects component status.",
    "alert-restored": "Restored. This alert affects component status again.",
    "alerts-dismissed": "Dismissed. These alerts no longer affect component status.",
  },
  refusals: {
    about: "What is done to an alert.",
    texts: {
      recovered: "This alert has already recovered.",
      not_firing: "This alert is no longer firing.",
      tick_one: "Select at least one alert.",
      at_once: "Select at most 200 alerts at once.",
    },
  },
} as const satisfies NounDefinition;
