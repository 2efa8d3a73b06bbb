import type { NounDefinition } from "~/nouns";

/** A page of another product that comes here, with preview, progress and undo. */
export const importJobNounDefinition = {
  name: "import",
  at: "imports",
  tables: [
    { name: "import_part", key: "import_job_id, kind, number", of: "import_job" },
    { name: "import_job" },
    { name: "foreign_id", key: "page_id, origin, kind, their_id" },
  ],
  routes: {
    imports: "importers/desk/imports",
    "imports/new/:origin": "importers/desk/import-new",
    "imports/:id": "importers/desk/import",
    "imports/:id/things/:noun": "importers/desk/import-things",
  },
  menu: { below: "settings" },
  ways: [{ name: "imports", to: "imports", need: "owner", order: 200, called: "Import from another product" }],
  audit: {
    link: "one",
    called: "Imports",
    actions: {
      create: "{{actor}} started an import",
      choose: "{{actor}} chose what an import brings",
      apply: "{{actor}} applied an import",
      finish: "An import was completed",
      take_over: "{{actor}} let imported monitors notify people",
      undo: "{{actor}} undid an import",
      cancel: "{{actor}} cancelled an import",
    },
  },
  api: {
    routes: [{ from: "importers/api/imports", add: "addImportRoutes", order: 260 }],
    operations: {
      "POST imports": {
        need: "owner",
        example: { import: { origin: "statuspage", url: "https://status.example.com" } },
      },
      "GET imports": { need: "owner" },
      "GET imports/{id}": { need: "owner" },
      "GET imports/{id}/things": { need: "owner" },
      "POST imports/{id}/parts": { need: "owner", example: { part: { groups: [], components: [] } } },
      "POST imports/{id}/read": { need: "owner" },
      "PATCH imports/{id}/choices": { need: "owner", example: { choices: { unticked_nouns: ["subscriber"] } } },
      "POST imports/{id}/apply": { need: "owner" },
      "POST imports/{id}/take_over": { need: "owner" },
      "POST imports/{id}/undo": { need: "owner" },
      "DELETE imports/{id}": { need: "owner" },
    },
  },
  done: {
    "import-started": "Import started.",
    "import-chosen": "Choices saved. The preview is made again.",
    "import-taken-over": "Imported monitors notify people from now on.",
    "import-undoing": "The import is being undone.",
    "import-canceled": "Import cancelled. Nothing was changed.",
  },
  refusals: {
    about: "Forms of imports from other products.",
    texts: {
      busy: "Another import of this page is not finished. Finish, undo or cancel it first.",
      not_ready: "This import cannot do that now. Reload the page.",
      conflicts: "Choose first what becomes of each name that is already here.",
      undo_over: "An import can be undone for {{most}} days.",
      no_origin: "Choose a product.",
      nothing_given: "Give a file, or a URL.",
      too_large: "A file can have at most {{most}} MB here. Run “{{command}}” on your own machine for larger ones.",
      unusable: "{{message}}",
    },
    notes: {
      undo_over: "{{most}} is a number.",
      too_large: "{{most}} is a number, {{command}} a command line.",
      unusable: "{{message}} is a sentence of the reader, in English.",
    },
  },
} as const satisfies NounDefinition;
