import { z } from "zod";
import { said } from "~/failures/refusal";
import { changeBounds } from "~/fields/field-bounds";
import { aboutText, absentIfEmpty, committed, idText, nameText, ofPage, oneOf, versioned } from "~/fields/text";
import { isReadable, nearestReadable } from "~/text/contrast";
import { imageKinds } from "~/text/image-type";
import { isZone, zoneNamed } from "~/time/day";
import { pageFields } from "./fields";
import { linksLimit } from "./link-fields";
import { refusedSlugs, reservedSlugs } from "./reserved-slugs";

const slugShape = z
  .string()
  .trim()
  .regex(/^[a-z0-9][a-z0-9-]{1,39}$/, said("page.slug"));

const reserved = { error: said("page.slug_reserved"), params: { code: "reserved_slug" } };

export const slugText = slugShape.refine((slug) => !refusedSlugs.has(slug), reserved);

/** Slug of an existing page, which may keep one that new pages cannot have. */
const keptSlugText = slugShape.refine((slug) => !reservedSlugs.has(slug), reserved);

export const zoneText = z
  .string()
  .transform(zoneNamed)
  .refine((zone) => /^[A-Z]/i.test(zone) && isZone(zone), said("zone.unknown"));

export const languageText = z
  .string()
  .trim()
  .regex(/^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/, said("page.language"));

const accentText = z
  .string()
  .trim()
  .toLowerCase()
  .regex(/^#[0-9a-f]{6}$/, { error: said("page.colour"), abort: true })
  .refine(isReadable, {
    error: (issue) => said("page.too_light", { colour: nearestReadable(String(issue.input)) }),
    params: { code: "contrast" },
  });

export const createPageInput = z.object({
  ...committed,
  name: nameText,
  slug: slugText,
  about: absentIfEmpty(aboutText),
  timeZone: absentIfEmpty(zoneText),
  language: absentIfEmpty(languageText),
  accent: absentIfEmpty(accentText),
});
export type CreatePageInput = z.input<typeof createPageInput>;

const httpAddress = z
  .string()
  .trim()
  .max(2000, said("value.longest", { most: 2000 }))
  .refine((text) => /^https?:$/.test(URL.parse(text)?.protocol ?? "") && !/[\s<>"]/.test(text), {
    error: said("page.url"),
    params: { code: "bad_url" },
  });

/** Markdown in the footer of a page. */
const footerText = z
  .string()
  .trim()
  .max(2000, said("value.longest", { most: 2000 }));

/** The links in the head of a page. */
const linksInput = z
  .array(z.object({ label: nameText.max(60, said("value.longest", { most: 60 })), url: httpAddress }))
  .max(linksLimit, said("value.at_most", { most: linksLimit }));

const whole = (least: number, most: number) => {
  const error = `A whole number from ${least} to ${most}.`;
  return z.number({ error }).int(error).min(least, error).max(most, error);
};

const target = { ...ofPage, ...committed, ...versioned };

export const pageTarget = z.object(target);
export type PageTarget = z.input<typeof pageTarget>;

export const updatePageInput = z.object({
  ...target,
  ...changeBounds(pageFields),
  slug: keptSlugText.optional(),
  timeZone: zoneText.optional(),
  language: languageText.optional(),
  accent: accentText.optional(),
  links: linksInput.optional(),
  footer: footerText.optional(),
  historyDays: whole(7, 90).optional(),
  /** 0 for never; else at least an hour. */
  nagMinutes: whole(0, 10_080)
    .refine((minutes) => minutes === 0 || minutes >= 60, said("page.nag"))
    .optional(),
  deliveryDays: whole(1, 30).optional(),
});
export type UpdatePageInput = z.input<typeof updatePageInput>;

export const askHostInput = z.object({ ...target, host: z.string().max(300, said("value.longest", { most: 300 })) });
export type AskHostInput = z.input<typeof askHostInput>;

export const deletePageInput = z.object({ ...target, name: z.string().max(255) });
export type DeletePageInput = z.input<typeof deletePageInput>;

export const setImageInput = z.object({ ...target, kind: oneOf(imageKinds) });
export type SetImageInput = z.input<typeof setImageInput> & {
  /** The uploaded file; null removes the image. */
  bytes: Uint8Array | null;
};

export const unlockInput = z.object({ slug: z.string().max(80), passphrase: z.string().max(300) });

export const joinPageInput = z.object({ ...committed, pageId: idText });
