import type { NounDefinition } from "~/nouns";

/** Pages described by a file: what a file knows and owns, its application in steps, and the secrets that it names. */
export const configurationNounDefinition = {
  name: "configuration",
  at: "configuration",
  tables: [
    { name: "configuration_part", key: "configuration_job_id, kind, number", of: "configuration_job" },
    { name: "configuration_job" },
    { name: "configured_thing", key: "page_id, file, noun, key" },
    { name: "page_secret", key: "page_id, name" },
  ],
  routes: {
    configuration: "configuration/desk/configuration",
    "configuration/jobs/:id": "configuration/desk/configuration-job",
  },
  menu: { below: "settings" },
  ways: [{ name: "configuration", to: "configuration", need: "admin", order: 205, called: "Configuration file" }],
  audit: {
    link: "list",
    called: "Configuration files",
    actions: {
      apply: "{{actor}} started to apply a configuration file",
      finish: "{{actor}} applied a configuration file",
      stop: "A configuration file stopped before all of it was applied",
      take_over: "{{actor}} took fields over from a configuration file",
      set_secret: "{{actor}} set a secret for configuration files",
      delete_secret: "{{actor}} deleted a secret for configuration files",
    },
  },
  api: {
    routes: [{ from: "configuration/api/configurations", add: "addConfigurationRoutes", order: 255 }],
    operations: {
      "POST /configuration/plan": {
        need: "admin",
        example: {
          configuration: { text: "name: main\npages:\n  shop:\n    components:\n      api: { name: API }\n" },
        },
      },
      "POST /configuration/apply": {
        need: "admin",
        example: {
          configuration: {
            text: "name: main\npages:\n  shop:\n    components:\n      api: { name: API }\n",
            ref: "3f2c1ab",
          },
        },
      },
      "GET /configuration/jobs/{id}": { need: "admin" },
      "GET configuration": { need: "admin" },
      "GET configuration/secrets": { need: "admin" },
      "PUT configuration/secrets/{id}": { need: "admin", example: { secret: { value: "xoxb-…" } } },
      "DELETE configuration/secrets/{id}": { need: "admin" },
    },
  },
  done: {
    "configuration-taken-over": "Taken over. The file sets nothing here until it is applied with these fields again.",
    "configuration-secret-saved": "Secret saved.",
    "configuration-secret-deleted": "Secret deleted.",
  },
  refusals: {
    about: "Configuration files, which describe pages.",
    texts: {
      changed: "What is here has changed since this plan was made. Look at the new plan.",
      errors: "The file has errors. Fix them first.",
      missing: "There is no {{noun}} “{{key}}”.",
      no_secret: "The page has no secret “{{name}}”. Enter it under Settings, Configuration file.",
      no_right: "Whoever applied this file may no longer change this page.",
      failed: "This step failed {{tries}} times.",
      gone: "It was deleted in the meantime.",
      lost: "The file of this job can no longer be read. Apply it again.",
      misplaced: "Mailers belong to the deployment, and everything else to a page.",
      doubled: "A page or a thing of a page appears in it twice.",
      busy: "Another file is being applied to this page. Wait until it is done.",
      secret_name: "Use 1–60 lower-case letters, digits, hyphens and underscores.",
      secret_limit: "A page has at most {{most}} secrets. Delete one first.",
      too_large: "A file can have at most {{most}} KB here.",
    },
    notes: {
      missing: "{{noun}} is a word of the file such as monitor, {{key}} the author's own name.",
      no_secret: "{{name}} is the author's own name.",
      failed: "{{tries}} is a number.",
      secret_limit: "{{most}} is a number.",
      too_large: "{{most}} is a number.",
    },
  },
} as const satisfies NounDefinition;
