import { createHash } from "node:crypto";
import { signInLinkTable } from "~/db/schema";
import type { TestDeployment } from "./database";
import { put } from "./scenario";
import { type Browser, openBrowser } from "./worker";

/** Creates a console link as the start script does; returns its path. */
export async function printLink(deployment: TestDeployment): Promise<string> {
  const token = deployment.ctx().token();
  const tokenHash = createHash("sha256").update(token).digest("hex");
  const { now } = deployment.clock;
  await put(deployment, signInLinkTable, [{ tokenHash, kind: "console", createdAt: now, expiresAt: now + 3_600_000 }]);
  return `/manage/sign-in/${token}`;
}

/** Presses the button of a new link; returns the cookie. */
export async function signIn(deployment: TestDeployment): Promise<string> {
  const visitor = await openBrowser(deployment);
  const answer = await visitor.post(await printLink(deployment));
  const cookie = answer.headers.get("set-cookie")?.split(";")[0];
  if (!cookie) throw new Error(`not signed in: ${answer.status}`);
  return cookie;
}

/** Opens a browser of the first person, operator of the deployment. */
export const openSignedIn = async (deployment: TestDeployment): Promise<Browser> =>
  openBrowser(deployment, { cookie: await signIn(deployment) });
