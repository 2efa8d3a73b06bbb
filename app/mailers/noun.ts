import type { NounDefinition } from "~/nouns";

/** A way to send mail. */
export const mailerNounDefinition = {
  name: "mailer",
  kinds: { family: "mailers", registry: { from: "mailers/kinds/known-kinds", name: "mailerAdapterOf" } },
  routes: {
    "/manage/deployment/mailers/new": "mailers/desk/mailer-new",
    "/manage/deployment/mailers/:id": "mailers/desk/mailer",
  },
  audit: {
    actions: {
      create: "{{actor}} added a mailer",
      delete: "{{actor}} deleted a mailer",
      move: "{{actor}} reordered the mailers",
      test: "{{actor}} sent a test email",
      update: "{{actor}} changed a mailer",
    },
  },
  done: {
    "mailer-created": "Mailer added. Send a test to make sure it works.",
    "mailer-saved": "Mailer saved.",
    "mailer-deleted": "Mailer deleted.",
  },
} as const satisfies NounDefinition;
