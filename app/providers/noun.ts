import type { NounDefinition } from "~/nouns";

/** An identity provider for signing in. */
export const providerNounDefinition = {
  name: "provider",
  routes: {
    "/manage/deployment/providers/new": "providers/desk/provider-new",
    "/manage/deployment/providers/:id": "providers/desk/provider",
  },
  audit: {
    actions: {
      create: "{{actor}} added an identity provider",
      delete: "{{actor}} deleted an identity provider",
      update: "{{actor}} changed an identity provider",
    },
  },
  done: {
    "provider-created": "Provider added. Register the redirect URL with the provider, then run the check.",
    "provider-saved": "Provider saved.",
    "provider-deleted": "Provider deleted. It can no longer be used to sign in.",
  },
  refusals: {
    about: "Forms of identity providers.",
    texts: {
      issuer: "Enter the issuer URL, such as https://accounts.google.com.",
      issuer_query: "An issuer URL can’t contain ? or #.",
      https: "It must start with https://.",
    },
  },
} as const satisfies NounDefinition;
