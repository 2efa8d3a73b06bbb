/** Of a page: its public address, and the origin of the deployment that serves it. */
export interface PagePlace {
  origin: string;
  address: string;
}

/** What is pasted into other sites, as docs/embed.md describes it. */
export const embedSnippets = ({ origin, address }: PagePlace) => ({
  badge: `[![Status](${address}/badge.svg)](${address})`,
  card: `<iframe src="${address}/embed" title="Status" width="360" height="200" style="border:0" loading="lazy"></iframe>`,
  line: `<script src="${origin}/embed.js" async></script>\n<upfront-status page="${address}"></upfront-status>`,
});

/** Exports the page as static files; run where Upfront is installed. */
export const mirrorCommand = ({ address }: Pick<PagePlace, "address">): string => `npm run mirror -- ${address} copy`;
