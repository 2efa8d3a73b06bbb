import type { NounDefinition } from "~/nouns";

/** A tool that sends alerts. */
export const sourceNounDefinition = {
  name: "source",
  kinds: { family: "sources", registry: { from: "sources/kinds/known-kinds", name: "sourceAdapterOf" } },
  at: "sources",
  tables: [
    { name: "delivery", key: "source_id, id", of: "source" },
    { name: "source_overlap", key: "source_id, what", of: "source" },
    { name: "source" },
  ],
  routes: {
    sources: "sources/desk/sources",
    "sources/new": "sources/desk/source-new",
    "sources/:id": "sources/desk/source",
    "sources/:id/setup": "sources/desk/setup",
    "sources/:id/mapping": "sources/desk/mapping",
    "sources/:id/deliveries": "sources/desk/deliveries",
    "sources/:id/deliveries/:delivery": "sources/desk/delivery",
  },
  menu: { area: "monitoring", order: 30, name: "sources", called: "Alert sources" },
  search: { kind: "source", order: 50, called: "Alert source" },
  ways: [{ name: "source", to: "sources/new", need: "admin", order: 100, called: "New alert source" }],
  audit: {
    link: "one",
    fields: { from: "sources/rules/fields", name: "sourceLogFields" },
    called: "Sources",
    actions: {
      create: "{{actor}} created a source",
      delete: "{{actor}} deleted a source",
      end_overlap: "{{actor}} revoked a source’s old URL or secret",
      mute: "{{actor}} muted a source",
      replay: "{{actor}} replayed deliveries of a source",
      rotate: "{{actor}} changed a source’s URL",
      test: "{{actor}} sent a test alert",
      unmute: "{{actor}} unmuted a source",
      update: "{{actor}} changed a source",
    },
  },
  api: {
    routes: [
      { from: "sources/api/sources", add: "addSourceRoutes", order: 100 },
      { from: "sources/api/deliveries", add: "addDeliveryRoutes", order: 240 },
    ],
    operations: {
      "POST sources": { need: "admin", example: { source: { kind: "alertmanager", name: "Prometheus" } } },
      "PUT, PATCH sources/{id}": {
        need: "admin",
        example: { source: { name: "Prometheus, Berlin", heartbeat_seconds: 300, silence_hours: 24 } },
      },
      "DELETE sources/{id}": { need: "admin" },
      "POST sources/{id}/rotate": { need: "admin" },
      "DELETE sources/{id}/overlaps/{what}": { need: "admin" },
      "POST sources/{id}/deliveries/replay": { need: "admin", example: { deliveries: ["01m7vrt60gzx9a8q5f0p3kd2bn"] } },
    },
  },
  done: {
    "source-created": "Source created. Set up your tool as shown below.",
    "mapping-saved": "Mapping saved.",
    "mapping-saved-replayed": "Mapping saved. Earlier deliveries were processed with it.",
    "old-address-ended": "The old URL no longer works.",
    "old-settings-ended": "The old secrets are no longer accepted.",
    "source-saved": "Source saved.",
    "quiet-confirmed": "Confirmed: all is well while it is quiet.",
    "source-rotated": "The source has a new URL. The old one keeps working for 24 hours.",
    "source-deleted": "Source deleted.",
    "test-sent": "Test sent. See the list of deliveries.",
  },
  refusals: {
    about: "The page of a source.",
    texts: {
      incomplete: "This source’s settings are incomplete. Save them first.",
      earlier_address: "An earlier URL still works. End it first, or wait until it expires.",
      map_first: "Map its fields first.",
      choose_delivery: "Choose at least one delivery.",
      deliveries_at_once: "Choose at most 50 at once.",
      words: "Enter one per line, such as BAD|down → {{first}}. After the arrow, use one of these: {{choices}}.",
      paths: "Enter one per line: a path, or name=path.",
    },
    notes: {
      words:
        "{{first}} is a word that is typed as it is, {{choices}} a list of such words; BAD|down and the arrow are typed as they are.",
    },
  },
} as const satisfies NounDefinition;
