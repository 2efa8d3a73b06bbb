import type { NounDefinition } from "~/nouns";

/** Git repositories from which configuration files are applied, and the readings of each. */
export const repositoryNounDefinition = {
  name: "repository",
  at: "configuration/repositories",
  tables: [{ name: "repository_reading" }, { name: "repository" }],
  routes: {
    "configuration/repositories/new": "configuration/repositories/desk/repository-new",
    "configuration/repositories/:id": "configuration/repositories/desk/repository",
    "configuration/repositories/:id/readings/:reading": "configuration/repositories/desk/reading",
  },
  menu: { below: "settings" },
  ways: [
    {
      name: "repository",
      to: "configuration/repositories/new",
      need: "admin",
      order: 206,
      called: "Connect a Git repository",
    },
  ],
  audit: {
    link: "one",
    fields: { from: "configuration/rules/repository-fields", name: "repositoryFields" },
    called: "Git repositories",
    actions: {
      create: "{{actor}} connected a Git repository",
      update: "{{actor}} changed a Git repository",
      rotate: "{{actor}} created the secret of a Git repository’s webhook",
      read: "{{actor}} had the file of a Git repository read",
      stop: "A Git repository stopped: who saved it may no longer change the page",
      delete: "{{actor}} disconnected a Git repository",
    },
  },
  api: {
    routes: [{ from: "configuration/repositories/api/repositories", add: "addRepositoryRoutes", order: 257 }],
    operations: {
      "GET configuration/repositories": { need: "admin" },
      "GET configuration/repositories/{id}": { need: "admin" },
      "POST configuration/repositories": {
        need: "admin",
        example: {
          repository: {
            provider: "github",
            url: "https://github.com",
            path: "acme/infrastructure",
            branch: "main",
            file: "upfront.yaml",
          },
        },
      },
      "PUT, PATCH configuration/repositories/{id}": { need: "admin", example: { repository: { branch: "release" } } },
      "DELETE configuration/repositories/{id}": { need: "admin" },
      "POST configuration/repositories/{id}/secret": { need: "admin" },
      "POST configuration/repositories/{id}/read": { need: "admin" },
    },
  },
  done: {
    "repository-created": "Repository connected. Create its secret next, and add the webhook there.",
    "repository-saved": "Repository saved.",
    "repository-deleted": "Repository disconnected. What its file made stays.",
    "repository-read": "The file is being read.",
    "repository-unchanged": "Nothing differs any more, so nothing was applied.",
  },
  refusals: {
    about: "Git repositories from which configuration files are applied: their forms, and why a reading failed.",
    texts: {
      limit: "A page has at most {{most}} repositories. Disconnect one first.",
      url: "Enter the address of the server, such as https://github.com.",
      https: "It must start with https://.",
      path: "Enter owner and name, such as acme/infrastructure.",
      path_gitlab: "Enter the path of the project, such as acme/infrastructure.",
      branch: "This is not the name of a branch.",
      file: "Enter a path in the repository, such as upfront.yaml.",
      no_branch: "The server knows no such repository or branch, or the token may not read it.",
      no_file: "There is no such file at this commit.",
      refused: "The server refused the call with status {{status}}. Check the token.",
      busy: "The server asked to try again later (status {{status}}).",
      unusable: "The server’s answer could not be read.",
      not_yet: "The server does not show the pushed commit yet.",
      file_size: "The file has more than {{most}} KB.",
      sealed: "Its token and secret can no longer be read. Enter them again.",
      no_right: "Whoever saved this repository may not change one of the file’s pages.",
      other_page: "The file describes another page, “{{slug}}”, which this repository may not change.",
      given_up: "It could not be read after {{tries}} tries.",
      decided: "This plan does not wait any more.",
      changed: "What is here has changed since this plan was made. The file is read again; look at the new plan.",
    },
    notes: {
      limit: "{{most}} is a number.",
      refused: "{{status}} is a number such as 403.",
      busy: "{{status}} is a number such as 429.",
      file_size: "{{most}} is a number.",
      other_page: "{{slug}} is part of an address.",
      given_up: "{{tries}} is a number.",
    },
  },
} as const satisfies NounDefinition;
