import type { NounDefinition } from "~/nouns";

/** A correction of a period that was reported wrongly. */
export const correctionNounDefinition = {
  name: "correction",
  at: "corrections",
  tables: [{ name: "correction", key: "page_id, id" }],
  routes: { corrections: "corrections/desk/corrections", "corrections/new": "corrections/desk/correction-new" },
  menu: { below: "components" },
  ways: [{ name: "correction", to: "corrections/new", need: "admin", order: 40, called: "Correct a wrong report" }],
  audit: {
    link: "list",
    ordinary: true,
    fields: { from: "corrections/rules/fields", name: "correctionFields" },
    called: "Corrections",
    actions: { create: "{{actor}} corrected a wrong report", undo: "{{actor}} undid a correction" },
  },
  api: {
    routes: [{ from: "corrections/api/corrections", add: "addCorrectionRoutes", order: 160 }],
    operations: {
      "POST corrections": {
        need: "admin",
        example: {
          correction: {
            source_id: "01m7vrt60gzx9a8q5f0p3kd2bn",
            starts_at: "2026-11-20T10:00:00Z",
            ends_at: "2026-11-20T10:25:00Z",
            reason: "The check itself was broken; the shop was up.",
          },
        },
      },
      "DELETE corrections/{id}": { need: "admin" },
    },
  },
  done: {
    "correction-made": "Period corrected. Visitors see it now.",
    "correction-made-firing":
      "Period corrected. This alert still fires, so its components keep their status until it recovers or you dismiss it.",
    "correction-made-left": "Period corrected.",
    "correction-made-dismissed": "Period corrected and its alerts dismissed. Visitors see it now.",
    "correction-undone": "Correction undone.",
  },
  refusals: {
    about: "Where a period in which a source wrongly reported something is corrected, or that is undone.",
    texts: {
      moves_nothing: "It doesn’t affect any component, so there is nothing to correct.",
      made: "This period is already corrected.",
      too_old: "This is more than 90 days ago.",
      undo_too_old: "It corrects something more than 90 days ago, so it can no longer be undone.",
      too_much: "Too many alerts fired in this period. Choose a shorter one.",
      too_far:
        "The page’s statuses have changed more than {{most}} times since the start of this period. Only a later period can be corrected.",
      undo_too_far:
        "The page’s statuses have changed more than {{most}} times since the start of this period, so the correction can no longer be undone.",
      too_many_firings:
        "The page’s sources fired more than {{most}} alerts before the end of this period. Choose one that ends earlier.",
    },
    notes: {
      too_far: "{{most}} is a number, such as “20,000”.",
      undo_too_far: "{{most}} is a number, such as “20,000”.",
      too_many_firings: "{{most}} is a number, such as “25,000”.",
    },
  },
} as const satisfies NounDefinition;
