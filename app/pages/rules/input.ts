import { z } from "zod";
import { refusalFor } from "~/failures/refusal";
import { changeBounds } from "~/fields/field-bounds";
import {
  aboutText,
  absentIfEmpty,
  commitIdInput,
  idText,
  nameText,
  ofPage,
  oneOf,
  versionInput,
} from "~/fields/text-inputs";
import { isReadable, nearestReadable } from "~/text/contrast";
import { imageKinds } from "~/text/image-type";
import { isZone, zoneNameOf } from "~/time/day";
import { pageFields } from "./fields";
import { maxLinks } from "./link-fields";
import { refusedSlugs, reservedSlugs } from "./reserved-slugs";

const slugShape = z
  .string()
  .trim()
  .regex(/^[a-z0-9][a-z0-9-]{1,39}$/, refusalFor("page.slug"));

const reserved = { error: refusalFor("page.slug_reserved"), params: { code: "reserved_slug" } };

export const slugText = slugShape.refine((slug) => !refusedSlugs.has(slug), reserved);

/** Slug of an existing page, which may keep one that new pages cannot have. */
const keptSlugText = slugShape.refine((slug) => !reservedSlugs.has(slug), reserved);

export const zoneText = z
  .string()
  .transform(zoneNameOf)
  .refine((zone) => /^[A-Z]/i.test(zone) && isZone(zone), refusalFor("zone.unknown"));

export const languageText = z
  .string()
  .trim()
  .regex(/^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/, refusalFor("page.language"));

const accentText = z
  .string()
  .trim()
  .toLowerCase()
  .regex(/^#[0-9a-f]{6}$/, { error: refusalFor("page.colour"), abort: true })
  .refine(isReadable, {
    error: (issue) => refusalFor("page.too_light", { colour: nearestReadable(String(issue.input)) }),
    params: { code: "contrast" },
  });

export const createPageInput = z.object({
  ...commitIdInput,
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
  .array(z.object({ label: nameText.max(60, refusalFor("value.longest", { most: 60 })), url: httpAddress }))
  .max(maxLinks, refusalFor("value.at_most", { most: maxLinks }));

const whole = (least: number, most: number) => {
  const error = `A whole number from ${least} to ${most}.`;
  return z.number({ error }).int(error).min(least, error).max(most, error);
};

const target = { ...ofPage, ...commitIdInput, ...versionInput };

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
    .refine((minutes) => minutes === 0 || minutes >= 60, refusalFor("page.nag"))
    .optional(),
  deliveryDays: whole(1, 30).optional(),
});
export type UpdatePageInput = z.input<typeof updatePageInput>;

export const askHostInput = z.object({
  ...target,
  host: z.string().max(300, refusalFor("value.longest", { most: 300 })),
});
export type AskHostInput = z.input<typeof askHostInput>;

export const deletePageInput = z.object({ ...target, name: z.string().max(255) });
export type DeletePageInput = z.input<typeof deletePageInput>;

export const setImageInput = z.object({ ...target, kind: oneOf(imageKinds) });
export type SetImageInput = z.input<typeof setImageInput> & {
  /** The uploaded file; null removes the image. */
  bytes: Uint8Array | null;
};

export const unlockInput = z.object({ slug: z.string().max(80), passphrase: z.string().max(300) });

export const joinPageInput = z.object({ ...commitIdInput, pageId: idText });
