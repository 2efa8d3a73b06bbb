import { statuspageV2Files, statuspageV2Lists } from "~/status-page/formats/statuspage-v2";

/**
 * The source of an address. `image`: named by the hash of its bytes. `document`: the snapshot alone, available while
 * the database is away; `archive`: live rows, then a 503 with a link home; `form`: shown from the snapshot, posts to
 * the database; `token`: of one reader's email; `door`: the same for every page, known or not.
 */
export type AddressKind = "document" | "image" | "archive" | "form" | "token" | "door";

export interface PublicAddress {
  /** Path after the page's address. */
  path: string;
  kind: AddressKind;
  /** Set when one address has two forms. */
  accept?: string;
}

/** Ids of one of each on a page. */
export interface OnPage {
  component: string;
  incident: string;
  oldIncident: string;
  maintenance: string;
  oldMaintenance: string;
  /** Hash of its logo. */
  image: string;
}

const ofComponent = ({ component }: OnPage) => ["", `/components/${component}`];

const ofKind = (kind: AddressKind, paths: readonly string[]): PublicAddress[] => paths.map((path) => ({ path, kind }));

/**
 * Returns every public address of a page, with one of each; tests/faults/away.test.ts fails when a route or a format
 * has none.
 */
export const publicAddresses = (on: OnPage): PublicAddress[] => [
  ...ofKind("document", ["", `/incidents/${on.incident}`, `/maintenances/${on.maintenance}`]),
  ...ofKind("document", [`/components/${on.component}`, "/social.svg", "/sitemap.xml", "/embed"]),
  ...ofKind(
    "document",
    [...statuspageV2Files, ...statuspageV2Lists].map((file) => `/api/v2/${file}.json`),
  ),
  { path: "", kind: "document", accept: "application/json" },
  ...ofKind("document", ["/history.atom", "/history.rss"]),
  ...ofComponent(on).flatMap((prefix) =>
    ofKind(
      "document",
      ["/feed.atom", "/feed.rss", "/calendar.ics", "/badge.svg", "/badge.json"].map((file) => `${prefix}${file}`),
    ),
  ),
  ...ofKind("document", [
    ".md",
    "/index.html.md",
    `/incidents/${on.incident}.md`,
    `/maintenances/${on.maintenance}.md`,
  ]),
  ...ofKind("document", [`/components/${on.component}.md`, "/llms.txt"]),
  { path: "", kind: "document", accept: "text/markdown" },
  { path: `/incidents/${on.incident}`, kind: "document", accept: "text/markdown" },
  ...ofKind("document", ["/app.webmanifest", "/icon-192.png"]),
  ...ofKind("image", [`/images/${on.image}`]),
  ...ofKind("door", ["/service-worker.js", "/push"]),
  ...ofKind("archive", ["/history", "/uptime", "/uptime.csv", "/history.md", "/uptime.md"]),
  { path: "/history", kind: "archive", accept: "text/markdown" },
  ...ofKind("archive", [`/incidents/${on.oldIncident}`, `/maintenances/${on.oldMaintenance}`]),
  ...ofKind("archive", [`/incidents/${on.oldIncident}.md`, `/maintenances/${on.oldMaintenance}.md`]),
  ...ofKind("form", ["/subscribe", "/preferences", "/elsewhere"]),
  ...ofKind("token", [`/subscriptions/${"x".repeat(43)}`, `/subscriptions/${"x".repeat(43)}/leave`]),
  ...ofKind("door", ["/unlock"]),
];

/** Addresses without a page, below any page: mistyped, or cut off by a mail program. */
export const mistypedAddresses: PublicAddress[] = ofKind("document", [
  "/nothing",
  "/nothing/at/all",
  "/incidents",
  "/history/2026",
  ...["incidents", "maintenances", "components"].map((folder) => `/${folder}/unknown`),
]);
