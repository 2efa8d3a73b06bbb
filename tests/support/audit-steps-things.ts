import { createAgent } from "~/agents/create";
import { deleteAgent } from "~/agents/delete";
import { rotateAgent } from "~/agents/rotate";
import { updateAgent } from "~/agents/update";
import { deleteRule } from "~/alert-rules/delete";
import { moveRule } from "~/alert-rules/move";
import { saveRule } from "~/alert-rules/save";
import { createChannel } from "~/channels/create";
import { deleteChannel } from "~/channels/delete";
import { pauseChannel } from "~/channels/pause";
import { resumeChannel } from "~/channels/resume";
import { rotateChannel } from "~/channels/rotate";
import { updateChannel } from "~/channels/update";
import { makeCorrection } from "~/corrections/make";
import { undoCorrection } from "~/corrections/undo";
import { bulkHeartbeats } from "~/heartbeats/bulk";
import { createHeartbeat } from "~/heartbeats/create";
import { deleteHeartbeat } from "~/heartbeats/delete";
import { pauseHeartbeat } from "~/heartbeats/pause";
import { makePingKey } from "~/heartbeats/ping-key";
import { resumeHeartbeat } from "~/heartbeats/resume";
import { rotateHeartbeat } from "~/heartbeats/rotate";
import { sendPing } from "~/heartbeats/send-ping";
import { updateHeartbeat } from "~/heartbeats/update";
import { openIncident } from "~/incidents/open";
import { bulkMonitors } from "~/monitors/bulk";
import { createMonitor } from "~/monitors/create";
import { deleteMonitor } from "~/monitors/delete";
import { pauseMonitor } from "~/monitors/pause";
import { resumeMonitor } from "~/monitors/resume";
import { updateMonitor } from "~/monitors/update";
import { cancelNotice } from "~/outbox/cancel";
import { listNotices } from "~/outbox/list";
import { createSource } from "~/sources/create";
import { deleteSource } from "~/sources/delete";
import { endOverlap } from "~/sources/end-overlap";
import { listDeliveries } from "~/sources/list-deliveries";
import { replayDeliveries } from "~/sources/replay";
import { rotateSource } from "~/sources/rotate";
import { sendTest } from "~/sources/send-test";
import { updateSource } from "~/sources/update";
import { type AuditStage, id, making, type Step, secretWord, step } from "./audit-stage";
import { good } from "./desk";

type Act = (ctx: ReturnType<AuditStage["ctx"]>, given: { pageId: string; id: string }) => ReturnType<Step["run"]>;

/** Makes steps that need only the id of what was created. */
const acts = (name: string, list: Record<string, Act>): Step[] =>
  Object.entries(list).map(([key, act]) => step(key, (given, s) => act(s.ctx(), { ...given, id: id(s, name) })));

/** Replays the test deliveries that were sent just before. */
const replayFirst: Act = async (ctx, { pageId, id: sourceId }) => {
  const listed = await listDeliveries(ctx, { pageId, sourceId });
  const ids = listed.ok ? listed.value.deliveries.map((each) => each.id) : [];
  return replayDeliveries(ctx, { pageId, sourceId, ids });
};

const sourceSteps: Step[] = [
  making("sources/create#createSource", "source", (given, s) =>
    createSource(s.ctx(), { ...given, kind: "standard-webhooks", name: "Mine", settings: { secret: whsec } }),
  ),
  making("alert-rules/save#saveRule", "rule", (given, s) =>
    saveRule(s.ctx(), { ...given, sourceId: id(s, "source"), match: { title: "*down*" }, mode: "draft" }),
  ),
  making("alert-rules/save#saveRule", "otherRule", (given, s) =>
    saveRule(s.ctx(), { ...given, sourceId: id(s, "source"), match: { title: "*slow*" }, mode: "none" }),
  ),
  step("alert-rules/move#moveRule", (given, s) =>
    moveRule(s.ctx(), { ...given, id: id(s, "otherRule"), direction: "up" }),
  ),
  ...acts("rule", { "alert-rules/delete#deleteRule": deleteRule }),
  ...acts("source", {
    "sources/update#updateSource": (ctx, given) => updateSource(ctx, { ...given, name: "Ours" }),
    "sources/rotate#rotateSource": rotateSource,
    "sources/end-overlap#endOverlap": (ctx, given) => endOverlap(ctx, { ...given, what: "address" }),
    "sources/send-test#sendTest": sendTest,
    "sources/replay#replayDeliveries": replayFirst,
    "sources/delete#deleteSource": deleteSource,
  }),
];

/** A secret in the form of Standard Webhooks, with the word in base64. */
const whsec = `whsec_${Buffer.from(`${secretWord}-${secretWord}`).toString("base64")}`;

const channelSteps: Step[] = [
  making("channels/create#createChannel", "channel", (given, s) =>
    createChannel(s.ctx(), {
      ...given,
      kind: "webhook",
      name: "Hook",
      events: ["draft_opened"],
      settings: { url: `https://hooks.example.com/${secretWord}` },
    }),
  ),
  ...acts("channel", {
    "channels/update#updateChannel": (ctx, given) => updateChannel(ctx, { ...given, name: "Other" }),
    "channels/pause#pauseChannel": pauseChannel,
    "channels/resume#resumeChannel": resumeChannel,
    "channels/rotate#rotateChannel": rotateChannel,
    "channels/delete#deleteChannel": deleteChannel,
  }),
];

const heartbeatSteps: Step[] = [
  making("heartbeats/create#createHeartbeat", "heartbeat", (given, s) =>
    createHeartbeat(s.ctx(), { ...given, name: "Backup" }),
  ),
  step("heartbeats/ping-key#makePingKey", (given, s) => makePingKey(s.ctx(), given)),
  ...acts("heartbeat", {
    "heartbeats/update#updateHeartbeat": (ctx, given) => updateHeartbeat(ctx, { ...given, graceSeconds: 600 }),
    "heartbeats/send-ping#sendPing": sendPing,
    "heartbeats/pause#pauseHeartbeat": pauseHeartbeat,
    "heartbeats/resume#resumeHeartbeat": resumeHeartbeat,
    "heartbeats/rotate#rotateHeartbeat": rotateHeartbeat,
    "heartbeats/delete#deleteHeartbeat": deleteHeartbeat,
  }),
  making("heartbeats/create#createHeartbeat", "another", (given, s) =>
    createHeartbeat(s.ctx(), { ...given, name: "Export" }),
  ),
  ...(["mute", "unmute", "delete"] as const).map((action) =>
    step("heartbeats/bulk#bulkHeartbeats", (given, s) =>
      bulkHeartbeats(s.ctx(), {
        ...given,
        ids: [id(s, "another")],
        action,
        ...(action === "mute" ? { value: "5" } : {}),
      }),
    ),
  ),
];

const anHour = (stage: AuditStage) => {
  const endsAt = stage.ctx().now();
  return { startsAt: endsAt - 3600_000, endsAt };
};

const monitorSteps: Step[] = [
  making("monitors/create#createMonitor", "monitor", (given, s) =>
    createMonitor(s.ctx(), { ...given, kind: "http", name: "Shop", settings: { url: "https://shop.example.com/" } }),
  ),
  ...acts("monitor", {
    "monitors/update#updateMonitor": (ctx, given) => updateMonitor(ctx, { ...given, name: "Store" }),
    "monitors/pause#pauseMonitor": pauseMonitor,
    "monitors/resume#resumeMonitor": resumeMonitor,
  }),
  ...(["pause", "resume", "mute", "unmute", "add_tag", "set_interval", "remove_tag"] as const).map((action) =>
    step("monitors/bulk#bulkMonitors", (given, s) => {
      const value = action === "set_interval" || action === "mute" ? "5" : action.endsWith("tag") ? "shop" : undefined;
      return bulkMonitors(s.ctx(), { ...given, ids: [id(s, "monitor")], action, ...(value ? { value } : {}) });
    }),
  ),
  making("corrections/make#makeCorrection", "correction", (given, s) =>
    makeCorrection(s.ctx(), { ...given, sourceId: s.page.sourceId, ...anHour(s), reason: "The check was wrong." }),
  ),
  ...acts("correction", { "corrections/undo#undoCorrection": undoCorrection }),
  ...acts("monitor", { "monitors/delete#deleteMonitor": deleteMonitor }),
];

const noticeSteps: Step[] = [
  step(null, async (given, s) => {
    const words = { title: "Told", body: "Soon.", impactOverride: "minor" as const, visibility: "published" as const };
    await good(openIncident(s.ctx(), { ...given, ...words }));
    s.ids.notice = (await good(listNotices(s.ctx(), given))).notices.find(({ canStop }) => canStop)?.id ?? "";
    return undefined;
  }),
  ...acts("notice", { "outbox/cancel#cancelNotice": cancelNotice }),
];

const agentSteps: Step[] = [
  making("agents/create#createAgent", "agent", (given, s) => createAgent(s.ctx(), { ...given, name: "Backup" })),
  ...acts("agent", {
    "agents/update#updateAgent": (ctx, given) => updateAgent(ctx, { ...given, every: 10 }),
    "agents/rotate#rotateAgent": rotateAgent,
    "agents/delete#deleteAgent": deleteAgent,
  }),
];

export const thingSteps: Step[] = [
  ...sourceSteps,
  ...channelSteps,
  ...heartbeatSteps,
  ...agentSteps,
  ...monitorSteps,
  ...noticeSteps,
];
