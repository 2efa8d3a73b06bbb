import type { NounDefinition } from "~/nouns";

/** A prepared text for an incident. */
export const templateNounDefinition = {
  name: "template",
  at: "templates",
  tables: [{ name: "template" }],
  routes: {
    templates: "templates/desk/templates",
    "templates/new": "templates/desk/template-new",
    "templates/:id": "templates/desk/template",
  },
  menu: { below: "incidents" },
  search: { kind: "template", order: 90, called: "Template", table: "template" },
  ways: [{ name: "template", to: "templates/new", need: "admin", order: 120, called: "New template" }],
  audit: {
    link: "list",
    ordinary: true,
    fields: { from: "templates/rules/fields", name: "templateFields" },
    called: "Templates",
    actions: {
      create: "{{actor}} created a template",
      delete: "{{actor}} deleted a template",
      update: "{{actor}} changed a template",
    },
  },
  api: {
    routes: [{ from: "templates/api/templates", add: "addTemplateRoutes", order: 70 }],
    operations: {
      "POST incident_templates": {
        need: "admin",
        example: {
          template: {
            name: "Slow",
            title: "{{component}} is slow",
            body: "We look into it.",
            update_status: "investigating",
          },
        },
      },
      "PUT, PATCH incident_templates/{id}": {
        need: "admin",
        example: {
          template: {
            name: "Slow",
            title: "{{component}} is slow",
            body: "We look into it.",
            update_status: "investigating",
          },
        },
      },
      "DELETE incident_templates/{id}": { need: "admin" },
    },
  },
  done: {
    "template-created": "Template created.",
    "template-saved": "Template saved.",
    "template-deleted": "Template deleted.",
  },
  refusals: {
    about: "Forms of templates.",
    texts: { empty: "Enter a title or a text.", limit: "A page has at most {{most}} templates. Delete one first." },
    notes: { limit: "{{most}} is a number." },
  },
} as const satisfies NounDefinition;
