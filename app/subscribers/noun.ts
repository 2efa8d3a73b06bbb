import type { NounDefinition } from "~/nouns";

/** A person or program that subscribed to notifications. */
export const subscriberNounDefinition = {
  name: "subscriber",
  at: "subscribers",
  tables: [
    { name: "subscriber", key: "page_id, id", purged: "first" },
    { name: "quarantine_list", key: "due_at, page_id, id", purged: "last" },
  ],
  routes: {
    reach: "subscribers/desk/reach",
    subscribers: "subscribers/desk/subscribers",
    "subscribers/new": "subscribers/desk/subscriber-new",
    "subscribers/import": "subscribers/desk/subscribers-import",
    "subscribers/export": "subscribers/desk/subscribers-export",
  },
  menu: { area: "page", order: 20, name: "subscribers", called: "Subscribers" },
  ways: [
    { name: "subscriber", to: "subscribers/new", need: "admin", order: 140, called: "Add a subscriber" },
    { name: "import", to: "subscribers/import", need: "admin", order: 150, called: "Import subscribers" },
  ],
  audit: {
    link: "list",
    called: "Subscribers",
    actions: {
      add: "{{actor}} added a subscriber",
      change: "{{actor}} changed a subscription",
      confirm: "{{actor}} confirmed a subscription",
      read: "{{actor}} viewed subscribers’ addresses",
      export: "{{actor}} exported the subscribers",
      import: "{{actor}} imported subscribers",
      leave: "{{actor}} unsubscribed",
      release: "{{actor}} resumed email to a subscriber",
      remove: "{{actor}} removed a subscriber",
      resend_confirmation: "{{actor}} resent a confirmation email",
      subscribe: "{{actor}} requested a subscription",
      unsubscribe: "{{actor}} unsubscribed a subscriber",
    },
  },
  api: {
    routes: [{ from: "subscribers/api/subscribers", add: "addSubscriberRoutes", order: 190 }],
    operations: {
      "POST subscribers": {
        need: "admin",
        example: { subscriber: { email: "ann@example.com", component_ids: ["01m7vrt60gzx9a8q5f0p3kd2bn"] } },
      },
      "POST subscribers/unsubscribe": {
        need: "admin",
        example: { subscribers: ["01m7vrt60gzx9a8q5f0p3kd2bn"], type: "email" },
      },
      "POST subscribers/reactivate": {
        need: "admin",
        example: { subscribers: ["01m7vrt60gzx9a8q5f0p3kd2bn"], type: "email" },
      },
      "POST subscribers/resend_confirmation": {
        need: "admin",
        example: { subscribers: ["01m7vrt60gzx9a8q5f0p3kd2bn"], type: "email" },
      },
      "PATCH subscribers/{id}": { need: "admin", example: { component_ids: ["01m7vrt60gzx9a8q5f0p3kd2bn"] } },
      "DELETE subscribers/{id}": { need: "admin" },
      "POST subscribers/{id}/resend_confirmation": { need: "admin" },
      "POST incidents/{id}/subscribers": { need: "admin", example: { subscriber: { email: "ann@example.com" } } },
      "DELETE incidents/{id}/subscribers/{sid}": { need: "admin" },
      "POST incidents/{id}/subscribers/{sid}/resend_confirmation": { need: "admin" },
    },
  },
  done: {
    "subscriber-added": "We sent a confirmation email to this address.",
    "subscriber-confirmation-sent": "Confirmation email sent again.",
    "subscribers-confirmation-sent": "Confirmation emails sent again, except to people who got too many recently.",
    "subscriber-removed": "Subscriber removed.",
    "subscribers-removed": "Subscribers removed.",
    "subscriber-resumed": "Sending to this address has resumed.",
    "subscribers-resumed": "Sending to these addresses has resumed.",
    "subscriber-unsubscribed": "Subscription ended.",
    "subscribers-unsubscribed": "Subscriptions ended.",
    "subscribers-asked": "Each new person is asked by email. The list shows who has confirmed.",
    "subscribers-imported": "Subscribers imported. Existing subscribers were left unchanged.",
  },
  refusals: {
    about: "Forms and imports of subscribers.",
    texts: {
      at_once: "Select at most 500 at once.",
      choose_component: "Choose at least one component.",
      file: "Choose a file, or paste its lines.",
      file_size: "The file can be at most 1 MB. Split it into several files.",
      agreement: "Choose whether these people have agreed or are asked first.",
      asked_once:
        "An import already asked this address. Each is asked once; they can still confirm, or subscribe on the page.",
      known: "This address is already subscribed.",
      of_incident: "This subscription is for one incident; it has no components.",
      only_unconfirmed: "Only unconfirmed subscribers can be sent a confirmation.",
      admins: "Only admins can see and search addresses.",
      endpoint: "Nothing can be delivered to this address.",
      way_address: "Enter the https:// URL of a webhook of this kind.",
      unreachable: "The test message wasn’t accepted at this address.",
      proofs: "Too many test messages were sent there today. Try again tomorrow.",
      code: "That isn’t the code from the test message.",
      stale_form: "This form was open for more than a day. Submit it again.",
      by_hand:
        "This form looks like it was filled in by a bot, so nothing was sent. Check what you entered, tick the box at the end, and submit again.",
      texts_spent: "Not sent: today’s text message limit was reached.",
      way_off: "Not sent: this deployment no longer sends this way.",
      out_of_reach:
        "Paused: this address is private. The operator can allow its network for subscribers with {{setting}}.",
      number_gone: "Twilio reported {{code}}: this number can’t receive text messages.",
      no_mailer: "No mailer is set up, so no confirmation can be sent.",
    },
    notes: {
      number_gone: "{{code}} is a number by which Twilio names an error, such as 30005.",
      out_of_reach:
        "Said of a subscriber whose webhook is in a private network; {{setting}} is the name of a setting in code.",
    },
  },
} as const satisfies NounDefinition;
