import { z } from "zod";

/** What a status page says of one of its components, in Statuspage's words; null = a word that we do not know. */
export type VendorStatus =
  | "operational"
  | "under_maintenance"
  | "degraded_performance"
  | "partial_outage"
  | "major_outage";

/** A status page as all formats can be read. */
export interface VendorPage {
  /** What the vendor calls it; null where its format does not say. */
  name: string | null;
  /** Of the whole page, where its format says so. */
  whole: VendorStatus | null;
  components: VendorComponent[];
}

export interface VendorComponent {
  /** By which it can be followed besides its name. */
  id: string;
  name: string;
  status: VendorStatus | null;
}

/** One format of status pages: where its JSON is, below the page's address, and how it is read. */
export interface VendorFormat {
  path: string;
  read(json: unknown): VendorPage | null;
}

const reading =
  <Shape extends z.ZodType>(shape: Shape, page: (said: z.output<Shape>) => VendorPage) =>
  (json: unknown): VendorPage | null => {
    const read = shape.safeParse(json);
    return read.success ? page(read.data) : null;
  };

const statuses: Record<string, VendorStatus> = {
  operational: "operational",
  under_maintenance: "under_maintenance",
  degraded_performance: "degraded_performance",
  partial_outage: "partial_outage",
  major_outage: "major_outage",
  // Better Stack
  maintenance: "under_maintenance",
  degraded: "degraded_performance",
  downtime: "major_outage",
  // Instatus
  up: "operational",
  hasissues: "partial_outage",
  undermaintenance: "under_maintenance",
  degradedperformance: "degraded_performance",
  partialoutage: "partial_outage",
  majoroutage: "major_outage",
  minoroutage: "partial_outage",
};

const statusOf = (word: string): VendorStatus | null => {
  const key = word.toLowerCase();
  return Object.hasOwn(statuses, key) ? (statuses[key] as VendorStatus) : null;
};

/** The page's indicator is the worst impact of its incidents. */
const indicators: Record<string, VendorStatus> = {
  none: "operational",
  maintenance: "under_maintenance",
  minor: "degraded_performance",
  major: "partial_outage",
  critical: "major_outage",
};

const indicatorOf = (word: string): VendorStatus | null =>
  Object.hasOwn(indicators, word) ? (indicators[word] as VendorStatus) : null;

/** Statuspage's public API, version 2 (metastatuspage.com/api), as Upfront's and incident.io's pages speak it, too. */
const statuspage: VendorFormat = {
  path: "/api/v2/summary.json",
  read: reading(
    z.object({
      page: z.object({ name: z.string() }),
      status: z.object({ indicator: z.string() }),
      components: z.array(z.object({ id: z.string(), name: z.string(), status: z.string() })),
    }),
    ({ page, status, components }) => ({
      name: page.name,
      whole: indicatorOf(status.indicator),
      components: components.map(({ id, name, status: word }) => ({ id, name, status: statusOf(word) })),
    }),
  ),
};

/** instatus.com/help/api: the components of a page. Its summary has no components, and they tell the whole. */
const instatus: VendorFormat = {
  path: "/v2/components.json",
  read: reading(
    z.object({ components: z.array(z.object({ id: z.string(), name: z.string(), status: z.string() })) }),
    ({ components }) => ({
      name: null,
      whole: null,
      components: components.map(({ id, name, status }) => ({ id, name, status: statusOf(status) })),
    }),
  ),
};

/** betterstack.com/docs/uptime/api: a status page with its resources, as JSON:API. */
const betterstack: VendorFormat = {
  path: "/index.json",
  read: reading(
    z.object({
      data: z.object({ attributes: z.object({ company_name: z.string().nullish(), aggregate_state: z.string() }) }),
      included: z
        .array(
          z.object({
            id: z.union([z.string(), z.number()]),
            type: z.string(),
            attributes: z.object({ public_name: z.string().nullish(), status: z.string().nullish() }),
          }),
        )
        .default([]),
    }),
    ({ data: { attributes }, included }) => ({
      name: attributes.company_name ?? null,
      whole: statusOf(attributes.aggregate_state),
      components: included
        .filter(({ type }) => type === "status_page_resource")
        .map(({ id, attributes: { public_name, status } }) => ({
          id: String(id),
          name: public_name ?? String(id),
          status: status ? statusOf(status) : null,
        })),
    }),
  ),
};

const slackKinds: Record<string, VendorStatus> = {
  notice: "operational",
  maintenance: "under_maintenance",
  incident: "partial_outage",
  outage: "major_outage",
};

/** api.slack.com/docs/slack-status: only what has trouble is named, so each service that is not named is well. */
const slackServices = [
  "Login/SSO",
  "Connectivity",
  "Messaging",
  "Files",
  "Notifications",
  "Huddles",
  "Search",
  "Apps/Integrations/APIs",
  "Workspace/Org Administration",
  "Workflows",
  "Canvases",
];

const slack: VendorFormat = {
  path: "/api/v2.0.0/current",
  read: reading(
    z.object({
      status: z.enum(["ok", "active"]),
      active_incidents: z
        .array(z.object({ type: z.string(), status: z.string(), services: z.array(z.string()).default([]) }))
        .default([]),
    }),
    ({ active_incidents }) => {
      const open = active_incidents.filter(({ status }) => !/^(?:resolved|completed|cancelled)$/.test(status));
      const kindOf = (type: string) => (Object.hasOwn(slackKinds, type) ? (slackKinds[type] as VendorStatus) : null);
      const troubled = new Map(
        open.flatMap(({ type, services }) => services.map((name) => [name, kindOf(type)] as const)),
      );
      const names = new Set([...slackServices, ...troubled.keys()]);
      const said = open.map(({ type }) => kindOf(type));
      return {
        name: "Slack",
        whole: said.includes(null) ? null : worstOf(said.filter((each) => each !== null)),
        components: [...names].map((name) => ({
          id: name,
          name,
          status: troubled.has(name) ? (troubled.get(name) ?? null) : "operational",
        })),
      };
    },
  ),
};

const ladder: readonly VendorStatus[] = [
  "operational",
  "under_maintenance",
  "degraded_performance",
  "partial_outage",
  "major_outage",
];

/** None at all is well. */
export const worstOf = (all: readonly VendorStatus[]): VendorStatus =>
  ladder[Math.max(0, ...all.map((each) => ladder.indexOf(each)))] as VendorStatus;

export const vendorFormats = { statuspage, instatus, betterstack, slack } satisfies Record<string, VendorFormat>;
