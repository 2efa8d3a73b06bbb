import type { SnapshotPage } from "./snapshot-document";
import type { SnapshotFacts } from "./snapshot-facts";

const imageNames: Record<string, string> = { logo: "logo", logo_dark: "logoDark", favicon: "favicon" };

const imagesOf = ({ images = [] }: SnapshotFacts["page"]): Pick<SnapshotPage, "logo" | "logoDark" | "favicon"> =>
  Object.fromEntries(images.map(({ kind, hash }) => [imageNames[kind], hash]));

/** Returns the document's facts about the page itself. */
export const snapshotPageOf = ({ page }: SnapshotFacts, url: string): SnapshotPage => ({
  id: page.id,
  slug: page.slug,
  name: page.name,
  about: page.about,
  url,
  timeZone: page.timeZone,
  language: page.language,
  accent: page.accent,
  noindex: page.noindex,
  updatedAt: page.updatedAt,
  partialWeight: page.partialWeight,
  ...(page.links?.length ? { links: page.links } : {}),
  ...(page.footerHtml ? { footerHtml: page.footerHtml } : {}),
  ...(page.logoNamed ? { logoNamed: true } : {}),
  ...imagesOf(page),
});
