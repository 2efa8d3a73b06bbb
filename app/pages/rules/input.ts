import { z } from "zod";
import { refusalFor } from "~/failures/refusal";
import { changeFieldSchemas } from "~/fields/field-bounds";
import {
  aboutTextSchema,
  absentIfEmpty,
  commitIdInputShape,
  idTextSchema,
  nameTextSchema,
  oneOfSchema,
  pageIdInputShape,
  versionInputShape,
} from "~/fields/text-inputs";
import { isReadableOnWhite, nearestReadableColour } from "~/text/contrast";
import { pageImageKinds } from "~/text/image-type";
import { isTimeZone, parseTimeZoneName } from "~/time/day";
import { pageFields } from "./fields";
import { maxPageLinks } from "./link-fields";
import { refusedSlugs, reservedSlugs } from "./reserved-slugs";

const slugShape = z
  .string()
  .trim()
  .regex(/^[a-z0-9][a-z0-9-]{1,39}$/, refusalFor("page.slug"));

const reserved = { error: refusalFor("page.slug_reserved"), params: { code: "reserved_slug" } };

export const slugTextSchema = slugShape.refine((slug) => !refusedSlugs.has(slug), reserved);

/** Slug of an existing page, which may keep a slug that is reserved by now. */
const keptSlugText = slugShape.refine((slug) => !reservedSlugs.has(slug), reserved);

export const timeZoneSchema = z
  .string()
  .transform(parseTimeZoneName)
  .refine((zone) => /^[A-Z]/i.test(zone) && isTimeZone(zone), refusalFor("zone.unknown"));

export const languageTagSchema = z
  .string()
  .trim()
  .regex(/^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/, refusalFor("page.language"));

const accentText = z
  .string()
  .trim()
  .toLowerCase()
  .regex(/^#[0-9a-f]{6}$/, { error: refusalFor("page.colour"), abort: true })
  .refine(isReadableOnWhite, {
    error: (issue) => refusalFor("page.too_light", { colour: nearestReadableColour(String(issue.input)) }),
    params: { code: "contrast" },
  });

export const createPageInputSchema = z.object({
  ...commitIdInputShape,
  name: nameTextSchema,
  slug: slugTextSchema,
  about: absentIfEmpty(aboutTextSchema),
  timeZone: absentIfEmpty(timeZoneSchema),
  language: absentIfEmpty(languageTagSchema),
  accent: absentIfEmpty(accentText),
  /** The first components of the page, one per line as in "add several"; empty = none. */
  lines: z.string().max(20_000).optional(),
});
export type CreatePageInput = z.input<typeof createPageInputSchema>;

const httpAddress = z
  .string()
  .trim()
  .max(2000, refusalFor("value.longest", { most: 2000 }))
  .refine((text) => /^https?:$/.test(URL.parse(text)?.protocol ?? "") && !/[\s<>"]/.test(text), {
    error: refusalFor("page.url"),
    params: { code: "bad_url" },
  });

/** Markdown in the footer of a page. */
const footerText = z
  .string()
  .trim()
  .max(2000, refusalFor("value.longest", { most: 2000 }));

/** The links in the head of a page. */
const linksInput = z
  .array(z.object({ label: nameTextSchema.max(60, refusalFor("value.longest", { most: 60 })), url: httpAddress }))
  .max(maxPageLinks, refusalFor("value.at_most", { most: maxPageLinks }));

const whole = (least: number, most: number) => {
  const error = `A whole number from ${least} to ${most}.`;
  return z.number({ error }).int(error).min(least, error).max(most, error);
};

const target = { ...pageIdInputShape, ...commitIdInputShape, ...versionInputShape };

export const pageTargetInputSchema = z.object(target);
export type PageTargetInput = z.input<typeof pageTargetInputSchema>;

export const updatePageInputSchema = z.object({
  ...target,
  ...changeFieldSchemas(pageFields),
  slug: keptSlugText.optional(),
  timeZone: timeZoneSchema.optional(),
  language: languageTagSchema.optional(),
  accent: accentText.optional(),
  links: linksInput.optional(),
  footer: footerText.optional(),
  historyDays: whole(7, 90).optional(),
  /** 0 for never; else at least an hour. */
  nagMinutes: whole(0, 10_080)
    .refine((minutes) => minutes === 0 || minutes >= 60, refusalFor("page.nag"))
    .optional(),
  deliveryDays: whole(1, 30).optional(),
});
export type UpdatePageInput = z.input<typeof updatePageInputSchema>;

export const requestHostInputSchema = z.object({
  ...target,
  host: z.string().max(300, refusalFor("value.longest", { most: 300 })),
});
export type RequestHostInput = z.input<typeof requestHostInputSchema>;

export const deletePageInputSchema = z.object({ ...target, name: z.string().max(255) });
export type DeletePageInput = z.input<typeof deletePageInputSchema>;

export const setPageImageInputSchema = z.object({ ...target, kind: oneOfSchema(pageImageKinds) });
export type SetPageImageInput = z.input<typeof setPageImageInputSchema> & {
  /** The uploaded file; null removes the image. */
  bytes: Uint8Array | null;
};

export const unlockPageInputSchema = z.object({ slug: z.string().max(80), passphrase: z.string().max(300) });

export const joinPageInputSchema = z.object({ ...commitIdInputShape, pageId: idTextSchema });
export type JoinPageInput = z.input<typeof joinPageInputSchema>;
