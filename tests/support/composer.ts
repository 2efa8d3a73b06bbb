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

/** On a phone where script runs what is written is a sheet behind its button. */
export async function openSheet(room: Page): Promise<void> {
  const opener = room.locator(".sheet-opener");
  if ((await opener.isVisible()) && !(await room.locator(".room-work").isVisible())) await opener.click();
}
