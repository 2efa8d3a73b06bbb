import { z } from "zod";
import { isReadable, nearestReadable } from "../contrast";
import { isZone } from "../day";
import { aboutText, absentIfEmpty, committed, idText, nameText, ofPage, oneOf, versioned } from "./text";

/** First path segments that are ours (spec §2). */
export const reservedSlugs: ReadonlySet<string> = new Set([
  ...["ingest", "ping", "api", "manage", "metrics", "healthz", "readyz", "assets", "cdn-cgi", "well-known"],
  ...["robots.txt", "sitemap.xml", "favicon.ico", "llms.txt", "status", "admin", "login", "www"],
  ...["new", "account", "sign-in", "sign-out", "refused", "deployment", "invitations"],
]);

export const slugText = z
  .string()
  .trim()
  .regex(/^[a-z0-9][a-z0-9-]{1,39}$/, "2 to 40 small letters, digits and hyphens, beginning with a letter or digit.")
  .refine((slug) => !reservedSlugs.has(slug), {
    error: "This address is reserved.",
    params: { code: "reserved_slug" },
  });

export const zoneText = z
  .string()
  .trim()
  .refine((zone) => /^[A-Z]/i.test(zone) && isZone(zone), "No such time zone; write it as in Europe/Berlin.");

export const languageText = z
  .string()
  .trim()
  .regex(/^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/, "A language tag, as en or pt-BR.");

const accentText = z
  .string()
  .trim()
  .toLowerCase()
  .regex(/^#[0-9a-f]{6}$/, { error: "Write the colour as #1f5f4a.", abort: true })
  .refine(isReadable, {
    error: (issue) =>
      `Too light to be read on white (4.5:1). The nearest that can be is ${nearestReadable(String(issue.input))}.`,
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

export const updatePageInput = z.object({
  ...ofPage,
  ...committed,
  ...versioned,
  name: nameText.optional(),
  slug: slugText.optional(),
  about: aboutText.optional(),
  timeZone: zoneText.optional(),
  language: languageText.optional(),
  accent: accentText.optional(),
  noindex: z.boolean().optional(),
  visibility: oneOf(["public", "members"]).optional(),
});
export type UpdatePageInput = z.input<typeof updatePageInput>;

export const joinPageInput = z.object({ ...committed, pageId: idText });
