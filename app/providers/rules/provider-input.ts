import { z } from "zod";
import { refusalFor } from "~/failures/refusal";
import { changeFieldSchemas, newFieldSchemas } from "~/fields/field-bounds";
import { commitIdInputShape, idTextSchema, longTextSchema, versionInputShape } from "~/fields/text-inputs";
import { newProviderFields, providerFields } from "~/people/rules/fields";

const clientId = z
  .string()
  .trim()
  .min(1, refusalFor("value.required"))
  .max(500, refusalFor("value.longest", { most: 500 }));

/** OpenID Connect Core 1.0 §2: a URL without query and fragment. */
const issuer = z
  .string()
  .trim()
  .max(500, refusalFor("value.longest", { most: 500 }))
  .refine((text) => /^https?:$/.test(URL.parse(text)?.protocol ?? ""), {
    error: refusalFor("provider.issuer"),
  })
  .refine((text) => !/[?#]/.test(text), { error: refusalFor("provider.issuer_query") });

export const createProviderInputSchema = z.object({
  ...commitIdInputShape,
  ...newFieldSchemas(newProviderFields),
  issuer,
  clientId,
  clientSecret: longTextSchema(2000).refine((text) => text !== "", refusalFor("value.required")),
});
export type CreateProviderInput = z.input<typeof createProviderInputSchema>;

const target = { ...commitIdInputShape, ...versionInputShape, id: idTextSchema };

export const providerTargetInputSchema = z.object(target);
export type ProviderTargetInput = z.input<typeof providerTargetInputSchema>;

/** The issuer cannot be changed, because identities of another issuer are other people. */
export const updateProviderInputSchema = z.object({
  ...target,
  ...changeFieldSchemas(providerFields),
  clientId: clientId.optional(),
});
export type UpdateProviderInput = z.input<typeof updateProviderInputSchema>;

export const identityTargetInputSchema = z.object({ ...commitIdInputShape, id: idTextSchema });
export type IdentityTargetInput = z.input<typeof identityTargetInputSchema>;
