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

/** Returns the text of an answer of the simulated API. */
export const statuspageV1Text = (name: string): string => originFixture(`statuspage/composed-v1/${name}.json`);

/** Answers a request to the management API of the simulated page. */
export function statuspageV1Answer({ url }: OriginRequest): OriginAnswer {
  const file = v1Files.find(([pattern]) => pattern.test(url))?.[1];
  return originAnswer(file ? statuspageV1Text(file) : "[]");
}
