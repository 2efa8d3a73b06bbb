import type { Ctx } from "~/platform/ctx";

/** Returns the address of the protected-resource metadata (RFC 9728), which ends in the resource’s own path. */
export const resourceMetadataAddress = (origin: string): string => `${origin}/.well-known/oauth-protected-resource/mcp`;

/** Says how to get a token: there is no authorisation server, so none is named. */
export const resourceMetadataResponse = ({ config: { origin } }: Ctx): Response =>
  Response.json({
    resource: `${origin}/mcp`,
    resource_name: "Upfront",
    resource_documentation: `${origin}/manage/account`,
    bearer_methods_supported: ["header"],
    token_instructions: `There is no authorisation server yet. Create an API token on ${origin}/manage/account and send it as a Bearer token.`,
  });
