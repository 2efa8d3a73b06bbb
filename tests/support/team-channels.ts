import { createChannel } from "~/channels/create";
import { listChannelDeliveries } from "~/channels/deliveries";
import { runBatch } from "~/db/run-batch";
import { openIncident } from "~/incidents/open";
import { runSender } from "~/notifications/engine/wake";
import { type Desk, good, openDesk } from "./desk";
import { type Hook, startHook } from "./hook";
import { nodeOutbound } from "./outbound";
import { aNotice, arrange } from "./scenario";

/** A desk whose team channels post to a real server. */
export interface Team extends Desk {
  hook: Hook;
}

export async function openTeam(): Promise<Team> {
  const desk = await openDesk({ UPFRONT_NETWORK_ALLOW: "127.0.0.0/8" });
  const hook = await startHook();
  desk.deployment.way.outbound = nodeOutbound({ networks: ["127.0.0.0/8"] });
  const close = async () => {
    await hook.close();
    await desk.close();
  };
  return { ...desk, hook, close };
}

/** Adds a webhook at `/<path>` of the hook. */
export const makeWebhook = ({ as, pageId, hook }: Team, path: string, over: Record<string, unknown> = {}) =>
  good(
    createChannel(as("admin"), {
      pageId,
      kind: "webhook",
      name: path,
      settings: { url: `${hook.url}/${path}` },
      events: ["draft_opened"],
      ...over,
    }),
  );

/** Creates a draft, and the notice written when an alert opens it. */
export async function draftOpened({
  as,
  pageId,
  deployment,
  components,
}: Team): Promise<{ noticeId: string; incidentId: string }> {
  deployment.clock.now += 1000;
  const { id: incidentId } = await good(
    openIncident(as("responder"), {
      pageId,
      title: "Orders are late",
      body: "High error rate.",
      visibility: "draft",
      components: { [components[0]]: "partial_outage" },
    }),
  );
  const id = deployment.ctx().id();
  const notice = aNotice(pageId, { id, kind: "draft_opened", subjectId: incidentId });
  await arrange(deployment, notice);
  return { noticeId: notice.id, incidentId };
}

export const deliveriesOf = async ({ as, pageId }: Team, channelId: string) =>
  (await good(listChannelDeliveries(as("viewer"), { pageId, channelId }))).deliveries;

/** Moves the clock by so many ms and sends what is due. */
export async function timePasses({ deployment }: Team, milliseconds: number): Promise<void> {
  deployment.clock.now += milliseconds;
  await runSender(deployment.ctx());
  await deployment.settled();
}

/** Deletes what a case left behind. */
export async function forgetTold({ deployment, hook }: Team): Promise<void> {
  hook.received.length = 0;
  hook.answer(() => ({ status: 200, text: "ok" }));
  const tables = ["channel", "channel_delivery", "notice"];
  await runBatch(
    deployment.ctx(),
    tables.map((table) => ({ sql: `DELETE FROM ${table}`, params: [] })),
  );
}
