import { z } from "zod";
import { refusalFor } from "~/failures/refusal";
import { absentIfEmpty, commitIdInputShape, idTextSchema, oneOfSchema, pageIdInputShape } from "~/fields/text-inputs";
import { contactWaysWithAddress, subscriberKinds, webhookBodies } from "~/notifications/rules/contact-ways";
import { languageTagSchema, timeZoneSchema } from "~/pages/rules/input";
import { parseEmailAddress, subscriberStates, subscriptionScopes } from "./subscriber";
import { subscriberImportConsents, subscriberImportLimits } from "./subscriber-import";

/** One email address. */
export const subscriberEmailAddressSchema = z.string().transform((text, context) => {
  const address = parseEmailAddress(text);
  if (address !== null) return address;
  context.addIssue({
    code: "custom",
    message: refusalFor("mail.address"),
    params: { code: "bad_email" },
  });
  return z.NEVER;
}) as unknown as z.ZodType<string, string>;

const requestedFields = {
  scope: oneOfSchema(subscriptionScopes).default("page"),
  componentIds: z
    .array(idTextSchema)
    .max(200, refusalFor("value.choose_most", { most: 200 }))
    .default([]),
  incidentId: idTextSchema.or(z.literal("")).default(""),
  language: absentIfEmpty(languageTagSchema),
  timeZone: absentIfEmpty(timeZoneSchema),
};

export const subscriptionRequestInputSchema = z.object({
  ...pageIdInputShape,
  ...commitIdInputShape,
  email: subscriberEmailAddressSchema,
  ...requestedFields,
});
export type SubscriptionRequestInput = z.input<typeof subscriptionRequestInputSchema>;

/** Subscribing with an address of the visitor's own in another way. */
export const verificationCodeRequestInputSchema = z.object({
  ...pageIdInputShape,
  ...commitIdInputShape,
  way: oneOfSchema(contactWaysWithAddress),
  address: z.string().trim().max(1000),
  /** Format of a webhook's body. */
  body: oneOfSchema(webhookBodies).default("standard"),
  ...requestedFields,
});
export type VerificationCodeRequestInput = z.input<typeof verificationCodeRequestInputSchema>;

/** Subscribing by a kind of channel, which checks `target` itself. */
export const subscribeEndpointInputSchema = z.object({
  ...pageIdInputShape,
  ...commitIdInputShape,
  kind: z.string().max(40),
  target: z.record(z.string().max(40), z.string().max(2000)),
  ...requestedFields,
});
export type SubscribeEndpointInput = z.input<typeof subscribeEndpointInputSchema>;

/** The link identifies the subscription. */
const tokenFields = { ...pageIdInputShape, ...commitIdInputShape, token: z.string().min(1).max(4096) };

export const subscriptionTokenInputSchema = z.object(tokenFields);
export type SubscriptionTokenInput = z.input<typeof subscriptionTokenInputSchema>;

export const changeSubscriptionInputSchema = z.object({
  ...tokenFields,
  scope: oneOfSchema(["page", "components"]).default("page"),
  componentIds: z.array(idTextSchema).max(200).default([]),
  language: absentIfEmpty(languageTagSchema),
  timeZone: absentIfEmpty(timeZoneSchema),
});
export type ChangeSubscriptionInput = z.input<typeof changeSubscriptionInputSchema>;

export const leaveSubscriptionInputSchema = z.object({ ...tokenFields, everything: z.boolean().default(false) });
export type LeaveSubscriptionInput = z.input<typeof leaveSubscriptionInputSchema>;

export const subscriberTargetInputSchema = z.object({ ...pageIdInputShape, ...commitIdInputShape, id: idTextSchema });
export type SubscriberTargetInput = z.input<typeof subscriberTargetInputSchema>;

/** These subscribers, or all in one of `states`; with a kind, only those of this kind. */
export const subscribersTargetInputSchema = z.object({
  ...pageIdInputShape,
  ...commitIdInputShape,
  ids: z.array(idTextSchema).min(1).max(500, refusalFor("subscriber.at_once")).or(z.literal("all")),
  states: z.array(oneOfSchema(subscriberStates)).optional(),
  kind: oneOfSchema(subscriberKinds).optional(),
});
export type SubscribersTargetInput = z.input<typeof subscribersTargetInputSchema>;

export const subscriberScopeInputSchema = z.object({
  ...pageIdInputShape,
  ...commitIdInputShape,
  id: idTextSchema,
  componentIds: z.array(idTextSchema).max(200, refusalFor("value.choose_most", { most: 200 })),
});
export type SubscriberScopeInput = z.input<typeof subscriberScopeInputSchema>;

export const importSubscribersInputSchema = z.object({
  ...pageIdInputShape,
  ...commitIdInputShape,
  file: z
    .string()
    .min(1, refusalFor("subscriber.file"))
    .max(subscriberImportLimits.characters, refusalFor("subscriber.file_size")),
  /** The people agreed elsewhere, or each of them gets a confirmation request first. */
  agreement: z.enum(subscriberImportConsents, { error: refusalFor("subscriber.agreement") }) as unknown as z.ZodType<
    (typeof subscriberImportConsents)[number],
    string
  >,
});
export type ImportSubscribersInput = z.input<typeof importSubscribersInputSchema>;
