import type { NounDefinition } from "~/nouns";

/** Scheduled work. */
export const maintenanceNounDefinition = {
  name: "maintenance",
  at: "maintenances",
  tables: [
    { name: "maintenance_update", of: "maintenance" },
    { name: "maintenance_component", key: "maintenance_id, component_id", of: "maintenance" },
    { name: "maintenance" },
  ],
  routes: {
    maintenances: "maintenances/desk/maintenances",
    "maintenances/new": "maintenances/desk/maintenance-new",
    "maintenances/:id": "maintenances/desk/maintenance",
  },
  menu: { area: "respond", order: 30, name: "maintenance", called: "Maintenance" },
  search: { kind: "maintenance", order: 80, called: "Maintenance" },
  ways: [{ name: "maintenance", to: "maintenances/new", need: "responder", order: 30, called: "Schedule maintenance" }],
  audit: {
    link: "one",
    ordinary: true,
    fields: { from: "maintenances/rules/plan-fields", name: "maintenanceLogFields" },
    called: "Maintenance",
    actions: {
      advance: "{{actor}} moved maintenance to its next stage, as scheduled",
      cancel: "{{actor}} cancelled maintenance",
      complete: "{{actor}} completed maintenance",
      edit: "{{actor}} changed maintenance",
      edit_update: "{{actor}} corrected a maintenance update",
      extend: "{{actor}} extended maintenance",
      plan: "{{actor}} scheduled maintenance",
      start: "{{actor}} started maintenance",
      update: "{{actor}} posted a maintenance update",
      verify: "{{actor}} started verifying maintenance",
    },
  },
  api: {
    routes: [{ from: "maintenances/api/maintenances", add: "addMaintenanceRoutes", order: 80 }],
    operations: {
      "POST maintenances": {
        need: "responder",
        example: {
          maintenance: {
            title: "Database upgrade",
            starts_at: "2026-12-01T02:00:00Z",
            ends_at: "2026-12-01T03:00:00Z",
            components: { "01m7vrt60gzx9a8q5f0p3kd2bn": "under_maintenance" },
          },
        },
      },
      "POST maintenances/preview": {
        need: "responder",
        example: {
          maintenance: {
            starts_at: "2026-12-01T02:00:00Z",
            ends_at: "2026-12-01T03:00:00Z",
            repeat: { frequency: "weekly", interval: 1, weekdays: ["tu"] },
          },
        },
      },
      "PATCH maintenances/{id}": {
        need: "responder",
        example: {
          maintenance: { title: "Upgrade", starts_at: "2026-12-01T02:00:00Z", ends_at: "2026-12-01T03:00:00Z" },
        },
      },
      "POST maintenances/{id}/extend": {
        need: "responder",
        example: { maintenance: { ends_at: "2026-12-01T04:00:00Z", body: "It takes an hour longer." } },
      },
      "POST maintenances/{id}/start": {
        need: "responder",
        example: { maintenance: { body: "We begin.", deliver_notifications: true } },
      },
      "POST maintenances/{id}/verify": {
        need: "responder",
        example: { maintenance: { body: "We begin.", deliver_notifications: true } },
      },
      "POST maintenances/{id}/complete": {
        need: "responder",
        example: { maintenance: { body: "We begin.", deliver_notifications: true } },
      },
      "POST maintenances/{id}/cancel": {
        need: "responder",
        example: { maintenance: { body: "We begin.", deliver_notifications: true } },
      },
      "POST maintenances/{id}/updates": {
        need: "responder",
        example: { maintenance_update: { body: "A database node is slow; we replace it." } },
      },
      "PATCH maintenances/{id}/updates/{update}": {
        need: "responder",
        example: { maintenance_update: { body: "A database node is slow; we replace it." } },
      },
    },
  },
  done: {
    "maintenance-scheduled": "Scheduled. It is now public.",
    "maintenance-saved": "Maintenance saved.",
    "maintenance-started": "Started. Its components are under maintenance now.",
    "maintenance-verifying": "Verifying. Component statuses stay unchanged until it is completed.",
    "maintenance-completed": "Completed. Components are back to their own status.",
    "maintenance-extended": "Extended. Visitors see the new end.",
    "maintenance-cancelled": "Cancelled. Visitors see that it won’t take place.",
  },
  refusals: {
    about: "Forms of maintenance.",
    texts: {
      update: "Enter an update.",
      end_passed: "Its scheduled end has passed. Set a later end first.",
      started: "It has already started, so its start can’t be changed.",
      later_end: "The new end must be later than the current one.",
      cancelled: "This maintenance was cancelled.",
      no_dates: "This schedule has no occurrences.",
      no_dates_left: "This schedule has no upcoming occurrences.",
      overlaps: "Occurrences would overlap. Choose a shorter window, or repeat less often.",
      series_over: "This series has already ended.",
      no_change: "This maintenance has changed, so this is no longer possible. Reload to see it.",
      no_reschedule: "This maintenance can no longer be rescheduled.",
    },
  },
} as const satisfies NounDefinition;

/** Scheduled work that repeats. */
export const maintenanceSeriesNounDefinition = {
  name: "maintenance_series",
  tables: [{ name: "maintenance_series" }],
  routes: { "maintenances/series/:series": "maintenances/desk/maintenance-series" },
  audit: {
    ordinary: true,
    fields: { from: "maintenances/rules/plan-fields", name: "maintenanceLogFields" },
    called: "Maintenance series",
    actions: { edit: "{{actor}} changed a maintenance series", end: "{{actor}} ended a maintenance series" },
  },
  api: {
    routes: [{ from: "maintenances/api/maintenance-series", add: "addMaintenanceSeriesRoutes", order: 90 }],
    operations: {
      "PATCH maintenance_series/{id}": {
        need: "responder",
        example: { maintenance_series: { title: "Weekly upgrade", remind_24h: true } },
      },
      "DELETE maintenance_series/{id}": { need: "responder" },
    },
  },
  done: {
    "series-saved": "Series saved. Upcoming occurrences were updated.",
    "series-ended": "Series ended. Upcoming occurrences were cancelled.",
  },
} as const satisfies NounDefinition;
