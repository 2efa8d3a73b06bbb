import type { Locator, Page } from "playwright-core";

/** Chooses an incident's status in the incident room. */
export const chooseStatus = (form: Page | Locator, status: string): Promise<void> =>
  form.getByRole("radio", { name: status, exact: true }).check();

/** Opens the room of the first draft from Now, and publishes it to visitors. */
export async function publishDraft(now: Page): Promise<void> {
  await now
    .getByRole("link", { name: /^Review and publish/ })
    .first()
    .click();
  await now.getByRole("button", { name: /^Publish/ }).click();
}

/** Opens the composer, which on a phone with JavaScript is a sheet behind its button. */
export async function openSheet(room: Page): Promise<void> {
  const opener = room.locator(".sheet-opener");
  if ((await opener.isVisible()) && !(await room.locator(".room-work").isVisible())) await opener.click();
}
