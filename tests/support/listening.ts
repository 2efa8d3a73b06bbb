import { createChannel } from "~/channels/create";
import { handleCronTick } from "~/clock/tick";
import type { Ctx } from "~/platform/ctx";
import { openDeployment } from "./database";
import { good } from "./desk";
import { startHook } from "./hook";
import { group, post } from "./ingest";
import { nodeOutbound } from "./outbound";
import { aPage, arrange } from "./scenario";

/** Opens a page to which alerts are posted, and whose team has a webhook on a real server. */
export async function openListening() {
  const deployment = await openDeployment({ UPFRONT_INGEST_LIMIT: "0", UPFRONT_NETWORK_ALLOW: "127.0.0.0/8" });
  const page = await arrange(deployment, aPage());
  const hook = await startHook();
  deployment.way.outbound = nodeOutbound({ networks: ["127.0.0.0/8"] });
  const asAdmin = (): Ctx => ({
    ...deployment.ctx({ kind: "person", id: "admin", operator: false, sessionId: "s" }),
    member: { pageId: page.id, role: "admin" },
  });
  return {
    deployment,
    page,
    hook,
    asAdmin,
    /** Adds a channel and returns the secret that signs its calls. */
    async listen(...events: string[]): Promise<string> {
      const settings = { url: `${hook.url}/team` };
      const given = { pageId: page.id, kind: "webhook", name: "Team", settings, events };
      return (await good(createChannel(asAdmin(), given))).shownOnce.secret ?? "";
    },
    async pass(milliseconds: number): Promise<void> {
      deployment.clock.now += milliseconds;
      await handleCronTick(deployment.ctx(), deployment.clock.now);
      await deployment.settled();
    },
    async deliver(alerts: Parameters<typeof group>[0]): Promise<void> {
      const answer = await post(deployment.ctx(), page, group(alerts));
      if (!answer.ok) throw new Error(`The alerts were refused: ${JSON.stringify(answer.failure)}`);
      await deployment.settled();
    },
    async close(): Promise<void> {
      await deployment.settled();
      await hook.close();
      await deployment.close();
    },
  };
}

export type Listening = Awaited<ReturnType<typeof openListening>>;
