import type { OriginAnswer, OriginRequest } from "~/importers/contract/origin";
import { originAnswer, originFixture } from "./origin-reading";

const v1Files: [RegExp, string][] = [
  [/\/v1\/pages$/, "pages"],
  [/\/component-groups\?/, "component-groups"],
  [/\/components\?page=1&/, "components"],
  [/\/incidents\?page=1&/, "incidents.page1"],
  [/\/incident_templates\?page=1&/, "incident_templates"],
  [/\/subscribers\?state=active&.*&page=0&/, "subscribers.page0"],
  [/\/subscribers\?state=unconfirmed&.*&page=0&/, "subscribers-unconfirmed"],
  [/\/subscribers\/unsubscribed\?page=0&/, "subscribers-unsubscribed"],
  [/\/metrics\?page=1&/, "metrics"],
];

/** The Atom feed of the simulated public page. */
const statuspageFeedText = (): string => originFixture("statuspage/composed-history.atom");

/** Returns the text of an answer of the simulated API. */
export const statuspageV1Text = (name: string): string => originFixture(`statuspage/composed-v1/${name}.json`);

/** Answers a request to the management API of the simulated page. */
export function statuspageV1Answer({ url }: OriginRequest): OriginAnswer {
  if (url === "https://kctbh9vrtdwd.statuspage.io/history.atom") return originAnswer(statuspageFeedText());
  const file = v1Files.find(([pattern]) => pattern.test(url))?.[1];
  return originAnswer(file ? statuspageV1Text(file) : "[]");
}

interface StatuspageRow {
  id: string;
  scheduled_for: string | null;
}

/** Returns the answer of the simulated public page, which has no key, for a path; null = it has no such path. */
export function statuspageV2Text(path: string): string | null {
  const page = JSON.parse(statuspageV1Text("pages"))[0];
  const rows = JSON.parse(statuspageV1Text("incidents.page1")) as StatuspageRow[];
  const answers: Record<string, () => object> = {
    "/api/v2/components.json": () => ({ page, components: JSON.parse(statuspageV1Text("components")) }),
    "/api/v2/incidents.json": () => ({ page, incidents: rows.slice(0, 1) }),
    "/api/v2/scheduled-maintenances.json": () => ({
      page,
      scheduled_maintenances: rows.filter((row) => row.scheduled_for),
    }),
    "/history.json?page=1": () => JSON.parse(originFixture("statuspage/composed-history.page1.json")),
  };
  if (path === "/history.atom") return statuspageFeedText();
  const known = answers[path];
  if (known) return JSON.stringify(known());
  const id = /\/incidents\/(\w+)\.json$/.exec(path)?.[1];
  return id ? JSON.stringify({ page: {}, incident: rows.find((row) => row.id === id) }) : null;
}
