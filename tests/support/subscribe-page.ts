import { resetIsolate } from "~/platform/isolate";
import { publishPage } from "~/status-page/publishing/engine/publish";
import { openTold, type Told } from "./told";
import { type Browser, openBrowser } from "./worker";

/** Opens a published page with a mailer, and a visitor who wants to subscribe. */
export async function openSubscribePage(): Promise<{ told: Told; browser: Browser }> {
  const told = await openTold();
  await publishPage(told.deployment.ctx(), told.pageId);
  resetIsolate();
  return { told, browser: await openBrowser(told.deployment) };
}
