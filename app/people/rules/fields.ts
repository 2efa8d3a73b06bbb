import { withFieldWords } from "~/fields/field-words";
import type { Fields } from "~/fields/fields";
import { fieldWords } from "./words/words";

export const providerFields = withFieldWords(fieldWords, "provider", {
  name: { kind: "line", required: true },
  clientId: { kind: "line", literal: true, required: true },
  clientSecret: { kind: "secret", keptAs: "empty", origin: "issuer" },
}) satisfies Fields;

export const newProviderFields = withFieldWords(fieldWords, "new_provider", {
  name: providerFields.name,
  issuer: { kind: "line", type: "url", literal: true, required: true },
  clientId: providerFields.clientId,
  clientSecret: { kind: "secret", keptAs: "empty", origin: "issuer", required: true },
}) satisfies Fields;
