import { expect, test } from "vitest";
import { sampleNowMs as now, sampleTeamMessage } from "../contract/contract-samples";
import type { TeamMessage } from "../contract/messages";
import { incidentIoChannelAdapter } from "./incident-io";
import { opsgenieChannelAdapter } from "./opsgenie";
import { pagerdutyChannelAdapter } from "./pagerduty";

const draft: TeamMessage = { ...sampleTeamMessage("draft_opened"), severity: "warning" };
const worse: TeamMessage = { ...sampleTeamMessage("incident_worsened"), severity: "critical" };

test("PagerDuty: what gets worse triggers again under its key, with the higher severity", () => {
  const eventOf = (message: TeamMessage) => {
    const [call] =
      pagerdutyChannelAdapter.team?.({ message, settings: pagerdutyChannelAdapter.sampleSettings, state: null, now }) ??
      [];
    const { event_action, dedup_key, payload } = JSON.parse(call?.body ?? "{}");
    return { event_action, dedup_key, severity: payload?.severity };
  };
  const key = { event_action: "trigger", dedup_key: "upfront:01thread" };
  expect([eventOf(draft), eventOf(worse)]).toEqual([
    { ...key, severity: "warning" },
    { ...key, severity: "critical" },
  ]);
});

test.each([
  ["eu", "created", ["POST notes", "PUT priority"]],
  ["jsm", "created", ["POST notes"]],
  ["eu", null, ["POST alerts"]],
] as const)(
  "Opsgenie at %s, where %s was kept: a note, and the higher priority where it takes one",
  (host, state, calls) => {
    const settings = { ...(opsgenieChannelAdapter.sampleSettings as object), host };
    const made = opsgenieChannelAdapter.team?.({ message: worse, settings, state, now }) ?? [];
    expect(made.map(({ method, url }) => `${method} ${new URL(url).pathname.split("/").at(-1)}`)).toEqual(calls);
    const { priority, alias } = JSON.parse(made.at(-1)?.body ?? "{}");
    expect(alias ?? decodeURIComponent(made.at(-1)?.url ?? "")).toContain("upfront:01thread");
    if (host !== "jsm") expect(priority).toBe("P1");
  },
);

test("incident.io: the same alert fires on, with the higher severity", () => {
  const bodyOf = (message: TeamMessage) => {
    const [call] =
      incidentIoChannelAdapter.team?.({
        message,
        settings: incidentIoChannelAdapter.sampleSettings,
        state: null,
        now,
      }) ?? [];
    const { deduplication_key, status, metadata } = JSON.parse(call?.body ?? "{}");
    return [deduplication_key, status, metadata.severity];
  };
  expect(bodyOf(draft)).toEqual(["upfront:01thread", "firing", "warning"]);
  expect(bodyOf(worse)).toEqual(["upfront:01thread", "firing", "critical"]);
});
