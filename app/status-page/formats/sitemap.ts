import { escapeHtml } from "~/text/escape-html";
import type { RecentDocument } from "../rules/recent-document";

interface SitemapEntry {
  url: string;
  /** Time of the last change in ms; null = not given. */
  changed: number | null;
}

const changedAt = ({ createdAt, updatedAt }: { createdAt: number; updatedAt: number }) =>
  Math.max(createdAt, updatedAt);

function entriesOf({ page, builtAt, components, incidents, maintenances }: RecentDocument): SitemapEntry[] {
  const under = (path: string, changed: number | null = null): SitemapEntry => ({ url: `${page.url}${path}`, changed });
  return [
    under("", builtAt),
    under("/uptime"),
    under("/history"),
    ...components.map(({ id }) => under(`/components/${encodeURIComponent(id)}`)),
    ...incidents.map((each) => under(`/incidents/${encodeURIComponent(each.id)}`, changedAt(each))),
    ...maintenances.map((each) => under(`/maintenances/${encodeURIComponent(each.id)}`, changedAt(each))),
  ];
}

const written = ({ url, changed }: SitemapEntry) => {
  const when = changed === null ? "" : `<lastmod>${new Date(changed).toISOString()}</lastmod>`;
  return `<url><loc>${escapeHtml(url)}</loc>${when}</url>`;
};

/**
 * Writes the addresses of one page in the form that search engines require (https://www.sitemaps.org/protocol.html).
 */
export const sitemapXml = (recent: RecentDocument): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${entriesOf(recent).map(written).join("")}</urlset>\n`;
