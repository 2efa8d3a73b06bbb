import type { Locator, Page } from "playwright-core";

/** Says in the incident room how far an incident is. */
export const chooseStatus = (form: Page | Locator, status: string): Promise<void> =>
  form.getByRole("radio", { name: status, exact: true }).check();

/** From Now into the room of the first draft, whose words are read there, and out to visitors. */
export async function publishDraft(now: Page): Promise<void> {
  await now
    .getByRole("link", { name: /^Review and publish/ })
    .first()
    .click();
  await now.getByRole("button", { name: /^Publish/ }).click();
}
