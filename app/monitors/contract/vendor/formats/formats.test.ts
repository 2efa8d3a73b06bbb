import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { isFollowedVendorComponent, type VendorPage, type VendorPageFormat } from "../page";
import * as registered from "./formats";

const {
  awsStatusPageFormat: aws,
  feedStatusPageFormat: feed,
  googlecloudStatusPageFormat: googlecloud,
  incidentioStatusPageFormat: incidentio,
  upfrontStatusPageFormat: upfront,
} = registered;

/** tests/fixtures/vendor-status/SOURCE.md */
const saved = (name: string) => readFileSync(`tests/fixtures/vendor-status/${name}`, "utf8");
const now = Date.parse("2026-11-27T08:00:00Z");

function pageOf(format: VendorPageFormat, text: string): VendorPage {
  const page = format.read(text, now);
  if (!page) throw new Error("it is no status page");
  return page;
}

const statusesOf = (page: VendorPage, wanted: string) =>
  page.components.filter((each) => isFollowedVendorComponent(each, wanted)).map(({ status }) => status);

describe("Google Cloud", () => {
  const page = pageOf(googlecloud, saved("googlecloud.json"));

  test("counts what is open, and a notice for nothing", () => {
    expect(page).toMatchObject({ name: "Google Cloud", whole: "partial_outage", onlyTrouble: true });
    expect(statusesOf(page, "Cloud SQL")).toEqual(["operational"]);
    expect(statusesOf(page, "Identity and Access Management")).toEqual([]);
  });

  test("is followed by product, ID and region", () => {
    expect(statusesOf(page, "Cloud Build")).toEqual(["partial_outage"]);
    expect(statusesOf(page, "oW4vJ7VNqyxTWNzSHopX")).toEqual(["partial_outage"]);
    expect(statusesOf(page, "us-central1")).toEqual(["partial_outage", "partial_outage"]);
    expect(statusesOf(page, "europe-west4")).toEqual([]);
  });

  test("an outage of one product is down for who follows it, and a part of the whole", () => {
    const open = JSON.stringify([{ status_impact: "SERVICE_OUTAGE", affected_products: [{ id: "p", title: "Run" }] }]);
    expect(pageOf(googlecloud, open)).toMatchObject({ whole: "partial_outage" });
    expect(statusesOf(pageOf(googlecloud, open), "Run")).toEqual(["major_outage"]);
    expect(pageOf(googlecloud, open.replace("SERVICE_OUTAGE", "NEW_WORD")).whole).toBeNull();
  });
});

describe("AWS", () => {
  const page = pageOf(aws, saved("aws.json"));

  test("counts what is open, with the services that it impacts", () => {
    expect(page).toMatchObject({ name: "AWS", whole: "partial_outage" });
    expect(statusesOf(page, "dynamodb-us-east-1")).toEqual(["major_outage"]);
    expect(statusesOf(page, "AWS Lambda")).toEqual(["degraded_performance"]);
    expect(statusesOf(page, "sqs-us-east-1")).toEqual(["operational"]);
    expect(statusesOf(page, "ec2-eu-central-1")).toEqual([]);
  });

  test("is followed by region, by its code or its name", () => {
    expect(statusesOf(page, "us-east-1")).toHaveLength(4);
    expect(statusesOf(page, "n. virginia")).toHaveLength(4);
    expect(statusesOf(page, "eu-central-1")).toEqual([]);
  });

  test("no event at all is well", () => {
    expect(pageOf(aws, "[]")).toMatchObject({ whole: "operational", components: [] });
  });
});

describe("incident.io", () => {
  const page = pageOf(incidentio, saved("incidentio.json"));

  test("says what is under way; what is scheduled has not begun", () => {
    expect(page).toMatchObject({ name: "Acme Status", whole: "major_outage" });
    expect(statusesOf(page, "Search")).toEqual(["major_outage"]);
    expect(statusesOf(page, "Web app")).toEqual(["major_outage", "degraded_performance"]);
    expect(statusesOf(page, "Reports")).toEqual(["under_maintenance"]);
    expect(statusesOf(page, "API")).toEqual([]);
  });

  test("an impact in a word that is not known is not well", () => {
    const strange = JSON.parse(saved("incidentio.json"));
    strange.ongoing_incidents[0].current_worst_impact = "odd";
    expect(pageOf(incidentio, JSON.stringify(strange)).whole).toBeNull();
  });
});

describe("Upfront", () => {
  test("is asked below the page's own address", () => {
    expect(upfront.address("https://status.acme.example/acme/")).toBe(
      "https://status.acme.example/acme/api/v2/summary.json",
    );
    expect(upfront.address("https://status.acme.example")).toBe("https://status.acme.example/api/v2/summary.json");
  });

  test("proves nothing where it says that it is not up to date", () => {
    const text = saved("upfront.json");
    expect(pageOf(upfront, text)).toMatchObject({ name: "Acme", whole: "partial_outage" });
    for (const mark of ["not_up_to_date_since", "stale_since"]) {
      const outdated = JSON.stringify({ ...JSON.parse(text), [mark]: "2026-11-27T05:00:00.000Z" });
      const { whole, components } = pageOf(upfront, outdated);
      expect([whole, ...components.map(({ status }) => status)]).toEqual([null, null, null]);
    }
  });
});

describe("RSS and Atom", () => {
  test("Azure's: what is in it is active, but for what says that it is over", () => {
    const page = pageOf(feed, saved("azure.xml"));
    expect(page).toMatchObject({
      name: "Azure Status",
      whole: "degraded_performance",
      link: "https://azure.status.microsoft/en-us/status/",
    });
    expect(page.components.map(({ name }) => name)).toEqual([
      "Virtual Machines & Networking - West US - Connectivity issues",
    ]);
    expect(statusesOf(page, "west us")).toEqual(["degraded_performance"]);
    expect(statusesOf(page, "Storage")).toEqual([]);
  });

  test("Statuspage's: by the newest word of each; none without an end is remembered for ever", () => {
    const page = pageOf(feed, saved("statuspage.rss"));
    expect(page.components.map(({ name, status }) => [name, status])).toEqual([
      ["Delayed webhooks", "degraded_performance"],
      ["Database maintenance", "under_maintenance"],
    ]);
  });

  test("Atom, whose titles begin with the state", () => {
    const page = pageOf(feed, saved("google-workspace.atom"));
    expect(page).toMatchObject({ whole: "degraded_performance", link: "https://www.google.com/appsstatus/dashboard/" });
    expect(statusesOf(page, "Gmail")).toEqual(["degraded_performance"]);
    expect(statusesOf(page, "Meet")).toEqual([]);
  });

  test("a feed without entries is well", () => {
    expect(pageOf(feed, "<rss version='2.0'><channel><title>Azure Status</title></channel></rss>").whole).toBe(
      "operational",
    );
  });

  test.each([
    ["<html><title>502</title></html>"],
    ["<Error><Code>AccessDenied</Code></Error>"],
    ["<rss><channel><item><title>x</title>"],
    ["{}"],
    [""],
    [
      `<!DOCTYPE a [<!ENTITY b "${"c".repeat(1000)}">]><rss><channel><title>${"&b;".repeat(100_000)}</title></channel></rss>`,
    ],
  ])("%.60s is no feed", (text) => {
    expect(feed.read(text, now)).toBeNull();
  });
});

test.each(Object.values(registered).map((format) => [format.key, format] as const))(
  "%s reads nothing out of what is not its own",
  (_, format) => {
    for (const text of ["", "null", "[1]", "{}", "<html></html>", '{"components":[{}]}', "[[]]"])
      expect(format.read(text, now)).toBeNull();
    expect(URL.canParse(format.address("https://status.example.com/en?x=1#top"))).toBe(true);
  },
);

test("no two formats have one key", () => {
  const keys = Object.values(registered).map(({ key }) => key);
  expect(new Set(keys).size).toBe(keys.length);
  expect(Object.keys(registered).map((name) => name.replace(/(StatusPage)?Format$/, ""))).toEqual(keys);
});
