/** A page's public address, and the origin of the deployment that serves it. */
export interface PageUrls {
  origin: string;
  address: string;
}

/** Returns the snippets for other sites, as docs/embed.md describes them. */
export const embedSnippets = ({ origin, address }: PageUrls) => ({
  badge: `[![Status](${address}/badge.svg)](${address})`,
  card: `<iframe src="${address}/embed" title="Status" width="360" height="260" style="border:0" loading="lazy"></iframe>`,
  line: `<script src="${origin}/embed.js" async></script>\n<upfront-status page="${address}"></upfront-status>`,
});

/** Returns the command that exports the page as static files; it runs where Upfront is installed. */
export const mirrorCommand = ({ address }: Pick<PageUrls, "address">): string => `npm run mirror -- ${address} copy`;
