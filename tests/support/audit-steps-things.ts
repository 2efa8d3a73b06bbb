import { createAgent, deleteAgent, rotateAgentSecret, updateAgent } from "~/agents/verbs";
import { saveRule } from "~/alert-rules/save";
import { deleteRule, moveRule } from "~/alert-rules/verbs";
import { createChannel } from "~/channels/create";
import { updateChannel } from "~/channels/update";
import { deleteChannel, pauseChannel, resumeChannel, rotateChannelSecrets } from "~/channels/verbs";
import { makeCorrection } from "~/corrections/make";
import { undoCorrection } from "~/corrections/verbs";
import { bulkChangeHeartbeats } from "~/heartbeats/bulk";
import { createHeartbeat } from "~/heartbeats/create";
import { rotatePingKey } from "~/heartbeats/ping-key";
import { sendTestPing } from "~/heartbeats/send-ping";
import { updateHeartbeat } from "~/heartbeats/update";
import { deleteHeartbeat, pauseHeartbeat, resumeHeartbeat, rotateHeartbeatAddress } from "~/heartbeats/verbs";
import { openIncident } from "~/incidents/open";
import { bulkChangeMonitors } from "~/monitors/bulk";
import { createMonitor } from "~/monitors/create";
import { updateMonitor } from "~/monitors/update";
import { deleteMonitor, pauseMonitor, resumeMonitor } from "~/monitors/verbs";
import { cancelNotice, listNotices } from "~/outbox/verbs";
import { createSource } from "~/sources/create";
import { listDeliveries } from "~/sources/list-deliveries";
import { reprocessStoredDeliveries } from "~/sources/replay";
import { endSourceOverlap, rotateSourceAddress } from "~/sources/rotation";
import { sendSourceTest } from "~/sources/send-test";
import { updateSource } from "~/sources/update";
import { deleteSource } from "~/sources/verbs";
import { type Act, type AuditStage, acts, id, making, type Step, secretWord, step } from "./audit-stage";
import { good } from "./desk";

/** Replays the test deliveries that were sent just before. */
const replayFirst: Act = async (ctx, { pageId, id: sourceId }) => {
  const listed = await listDeliveries(ctx, { pageId, sourceId });
  const ids = listed.ok ? listed.value.deliveries.map((each) => each.id) : [];
  return reprocessStoredDeliveries(ctx, { pageId, sourceId, ids });
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
  step("alert-rules/verbs#moveRule", (given, s) =>
    moveRule(s.ctx(), { ...given, id: id(s, "otherRule"), direction: "up" }),
  ),
  ...acts("rule", { "alert-rules/verbs#deleteRule": deleteRule }),
  ...acts("source", {
    "sources/update#updateSource": (ctx, given) => updateSource(ctx, { ...given, name: "Ours" }),
    "sources/rotation#rotateSourceAddress": rotateSourceAddress,
    "sources/rotation#endSourceOverlap": (ctx, given) => endSourceOverlap(ctx, { ...given, what: "address" }),
    "sources/send-test#sendSourceTest": sendSourceTest,
    "sources/replay#reprocessStoredDeliveries": replayFirst,
    "sources/verbs#deleteSource": deleteSource,
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
    "channels/verbs#pauseChannel": pauseChannel,
    "channels/verbs#resumeChannel": resumeChannel,
    "channels/verbs#rotateChannelSecrets": rotateChannelSecrets,
    "channels/verbs#deleteChannel": deleteChannel,
  }),
];

const heartbeatSteps: Step[] = [
  making("heartbeats/create#createHeartbeat", "heartbeat", (given, s) =>
    createHeartbeat(s.ctx(), { ...given, name: "Backup" }),
  ),
  step("heartbeats/ping-key#rotatePingKey", (given, s) => rotatePingKey(s.ctx(), given)),
  ...acts("heartbeat", {
    "heartbeats/update#updateHeartbeat": (ctx, given) => updateHeartbeat(ctx, { ...given, graceSeconds: 600 }),
    "heartbeats/send-ping#sendTestPing": sendTestPing,
    "heartbeats/verbs#pauseHeartbeat": pauseHeartbeat,
    "heartbeats/verbs#resumeHeartbeat": resumeHeartbeat,
    "heartbeats/verbs#rotateHeartbeatAddress": rotateHeartbeatAddress,
    "heartbeats/verbs#deleteHeartbeat": deleteHeartbeat,
  }),
  making("heartbeats/create#createHeartbeat", "another", (given, s) =>
    createHeartbeat(s.ctx(), { ...given, name: "Export" }),
  ),
  ...(["mute", "unmute", "delete"] as const).map((action) =>
    step("heartbeats/bulk#bulkChangeHeartbeats", (given, s) =>
      bulkChangeHeartbeats(s.ctx(), {
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
    "monitors/verbs#pauseMonitor": pauseMonitor,
    "monitors/verbs#resumeMonitor": resumeMonitor,
  }),
  ...(["pause", "resume", "mute", "unmute", "add_tag", "set_interval", "remove_tag"] as const).map((action) =>
    step("monitors/bulk#bulkChangeMonitors", (given, s) => {
      const value = action === "set_interval" || action === "mute" ? "5" : action.endsWith("tag") ? "shop" : undefined;
      return bulkChangeMonitors(s.ctx(), { ...given, ids: [id(s, "monitor")], action, ...(value ? { value } : {}) });
    }),
  ),
  making("corrections/make#makeCorrection", "correction", (given, s) =>
    makeCorrection(s.ctx(), { ...given, sourceId: s.page.sourceId, ...anHour(s), reason: "The check was wrong." }),
  ),
  ...acts("correction", { "corrections/verbs#undoCorrection": undoCorrection }),
  ...acts("monitor", { "monitors/verbs#deleteMonitor": deleteMonitor }),
];

const noticeSteps: Step[] = [
  step(null, async (given, s) => {
    const words = { title: "Told", body: "Soon.", impactOverride: "minor" as const, visibility: "published" as const };
    await good(openIncident(s.ctx(), { ...given, ...words }));
    s.ids.notice = (await good(listNotices(s.ctx(), given))).notices.find(({ canStop }) => canStop)?.id ?? "";
    return undefined;
  }),
  ...acts("notice", { "outbox/verbs#cancelNotice": cancelNotice }),
];

const agentSteps: Step[] = [
  making("agents/verbs#createAgent", "agent", (given, s) => createAgent(s.ctx(), { ...given, name: "Backup" })),
  ...acts("agent", {
    "agents/verbs#updateAgent": (ctx, given) => updateAgent(ctx, { ...given, every: 10 }),
    "agents/verbs#rotateAgentSecret": rotateAgentSecret,
    "agents/verbs#deleteAgent": deleteAgent,
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
