import type { Fields } from "../fields/fields";

const name = {
  kind: "line",
  label: "Name",
  hint: "Shown on the button: “Sign in with …”.",
  required: true,
} as const;
const clientId = { kind: "line", label: "Client id", literal: true, required: true } as const;
const clientSecret = { kind: "secret", label: "Client secret", keptAs: "empty", origin: "issuer" } as const;

/** What the operator says about an identity provider. */
export const providerFields = {
  name,
  clientId,
  clientSecret: { ...clientSecret, hint: "Empty: the one that is there stays. It is never shown." },
} as const satisfies Fields;

export const newProviderFields = {
  name,
  issuer: {
    kind: "line",
    label: "Issuer",
    hint: "Its address, such as https://accounts.google.com; its document is at /.well-known/openid-configuration below it. It cannot be changed later.",
    type: "url",
    literal: true,
    required: true,
  },
  clientId,
  clientSecret: { ...clientSecret, hint: "Kept encrypted, never shown again.", required: true },
} as const satisfies Fields;
