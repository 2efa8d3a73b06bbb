import { withFieldWords } from "~/fields/field-words";
import { choiceField, type Fields } from "~/fields/fields";
import { fieldWords } from "./words/words";

/** Forgejo stands for Gitea too, whose API and webhooks it shares. */
export const gitProviders = ["github", "gitlab", "forgejo"] as const;
export type GitProvider = (typeof gitProviders)[number];

/** Fields of a Git repository. Its token belongs to the server, and is never shown again. */
export const repositoryFields = withFieldWords(fieldWords, "repository", {
  provider: choiceField({ choices: gitProviders, initial: "github" }),
  url: { kind: "line", type: "url", literal: true, required: true },
  path: { kind: "line", literal: true, required: true },
  branch: { kind: "line", literal: true, required: true },
  file: { kind: "line", literal: true, required: true },
  token: { kind: "secret", keptAs: "mask", origin: "url" },
  applies: { kind: "tick", initial: true },
  otherPages: { kind: "tick", initial: false },
  enabled: { kind: "tick", initial: true },
}) satisfies Fields;

/** Values with which the form of a new repository begins. */
export const usualRepositoryValues = { url: "https://github.com", branch: "main", file: "upfront.yaml" } as const;
