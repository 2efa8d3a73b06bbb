import type { NounDefinition } from "~/nouns";

/** Filters and a sort of a list, saved under a name. */
export const savedViewNounDefinition = {
  name: "saved_view",
  at: "views",
  tables: [{ name: "saved_view" }],
  routes: { views: "saved-views/desk/saved-views", "views/:id": "saved-views/desk/saved-view" },
  menu: { below: "settings" },
  ways: [{ name: "saved_views", to: "views", need: "viewer", order: 135, called: "Saved views" }],
  audit: {
    link: "list",
    ordinary: true,
    fields: { from: "saved-views/rules/fields", name: "savedViewFields" },
    called: "Saved views",
    actions: {
      create: "{{actor}} saved a view of a list",
      delete: "{{actor}} deleted a saved view",
      update: "{{actor}} changed a saved view",
    },
  },
  api: {
    routes: [{ from: "saved-views/api/saved-views", add: "addSavedViewRoutes", order: 235 }],
    operations: {
      "POST saved_views": {
        need: "viewer",
        example: { saved_view: { name: "Open incidents", room: "incidents", query: "filter=open" } },
      },
      "GET saved_views/{id}": { need: "own" },
      "PUT, PATCH saved_views/{id}": { need: "own", example: { saved_view: { name: "Still open" } } },
      "DELETE saved_views/{id}": { need: "own" },
    },
  },
  done: {
    "view-saved": "View saved.",
    "view-renamed": "View renamed.",
    "view-deleted": "View deleted.",
  },
  refusals: {
    about: "Forms of saved views of lists.",
    texts: {
      empty: "Filter or sort the list first.",
      taken: "This list already has a saved view with this name.",
      limit_own: "You can save at most {{most}} views of your own on a page. Delete one first.",
      limit_page: "A page has at most {{most}} views for everyone. Delete one first.",
    },
    notes: { limit_own: "{{most}} is a number.", limit_page: "{{most}} is a number." },
  },
} as const satisfies NounDefinition;
