import type { NounDefinition } from "~/nouns";

/** A way to notify the team. */
export const channelNounDefinition = {
  name: "channel",
  kinds: { family: "channels", registry: { from: "channels/kinds/known-kinds", name: "channelAdapterOf" } },
  at: "channels",
  tables: [
    { name: "channel_delivery", key: "channel_id, notice_id", of: "channel" },
    { name: "channel_thread", key: "channel_id, subject_id", of: "channel" },
    { name: "channel" },
  ],
  routes: {
    channels: "channels/desk/channels",
    "channels/new": "channels/desk/channel-new",
    "channels/:id": "channels/desk/channel",
  },
  menu: { area: "team", order: 20, name: "notifications", called: "Notifications" },
  search: { kind: "channel", order: 100, called: "Channel", table: "channel" },
  ways: [{ name: "channel", to: "channels/new", need: "admin", order: 130, called: "New notification channel" }],
  audit: {
    link: "one",
    fields: { from: "notifications/rules/fields", name: "channelFields" },
    called: "Channels",
    actions: {
      catch_up: "{{actor}} sent a new channel what was already firing",
      create: "{{actor}} created a channel",
      delete: "{{actor}} deleted a channel",
      pause: "{{actor}} paused a channel",
      resume: "{{actor}} resumed a channel",
      retry: "{{actor}} retried a delivery to a channel",
      rotate: "{{actor}} changed a channel’s secret",
      test: "{{actor}} sent a test to a channel",
      update: "{{actor}} changed a channel",
    },
  },
  api: {
    routes: [{ from: "channels/api/channels", add: "addChannelRoutes", order: 170 }],
    operations: {
      "POST channels": {
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
      "PUT, PATCH channels/{id}": { need: "admin", example: { channel: { paused: true } } },
      "DELETE channels/{id}": { need: "admin" },
      "POST channels/{id}/rotate": { need: "admin" },
      "POST channels/{id}/test": { need: "admin" },
      "POST channels/{id}/deliveries/{delivery}/retry": { need: "admin" },
    },
  },
  done: {
    "channel-created": "Channel created. Send a test to make sure it arrives.",
    "channel-caught-up": "Sending. See the deliveries below.",
    "channel-saved": "Channel saved.",
    "channel-paused": "Paused. No notifications are sent to this channel until you resume it.",
    "channel-resumed": "Resumed. Notifications start again with the next event.",
    "channel-deleted": "Channel deleted.",
    "channel-tested": "Test sent. See the response below.",
    "channel-retried": "Resending.",
  },
  refusals: {
    about: "The page of a channel.",
    texts: {
      imported: "It came with an import, and sends nothing before that is taken over.",
      asked_to_wait: "The receiver asked us to wait. Test it later, or enter its URL again to call it now.",
      no_secret: "This channel has no secret to rotate.",
      off: "This channel is off: turn it on first.",
      quiet_both: "Enter both times, or neither.",
      quiet_same: "Quiet hours can’t start and end at the same time.",
    },
  },
} as const satisfies NounDefinition;
