import type { NounDefinition } from "~/nouns";

/** A notification, with its deliveries. */
export const noticeNounDefinition = {
  name: "notice",
  at: "outbox",
  tables: [{ name: "batch", key: "notice_id, round, number", of: "notice" }, { name: "notice" }],
  routes: {
    outbox: "outbox/desk/outbox",
    "outbox/:id": "outbox/desk/notice",
    "outbox/:id/email": "outbox/desk/email",
    "/manage/deployment/outbox": "outbox/desk/deployment-outbox",
  },
  menu: { below: "system" },
  audit: {
    link: "one",
    ordinary: true,
    called: "Outbox",
    actions: {
      cancel: "{{actor}} stopped a notification",
      cancel_several: "{{actor}} stopped several notifications",
      resend: "{{actor}} resent a notification",
      resend_several: "{{actor}} resent several notifications",
      resend_unknown: "{{actor}} resent a notification to unconfirmed recipients",
    },
  },
  api: {
    routes: [{ from: "outbox/api/notices", add: "addNoticeRoutes", order: 220 }],
    operations: { "POST notices/{id}/resend": { need: "responder" } },
  },
  done: {
    "notice-stopped": "Stopped. No further recipients will be notified.",
    "notice-resent": "Resending to recipients who weren’t reached.",
    "notices-stopped": "Stopped. No further recipients of these notifications will be notified.",
    "notices-resent": "Resending these notifications to recipients who weren’t reached.",
  },
  refusals: {
    about: "The outbox.",
    texts: {
      nothing: "There is nothing to resend.",
      over: "It is already finished.",
      tick_one: "Select at least one notification.",
      at_once: "Select at most 50 notifications at once.",
    },
  },
} as const satisfies NounDefinition;
