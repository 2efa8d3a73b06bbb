import type { Locator, Page } from "playwright-core";

/** Picks a component of a form as a person does: opens the list if it is closed, ticks it, chooses its status. */
export async function pickComponent(form: Page | Locator, name: string, status?: string): Promise<void> {
  const box = form.getByRole("checkbox", { name, exact: true });
  if (!(await box.isVisible())) await form.locator(".picker-add:visible").first().click();
  await box.check();
  if (status !== undefined) await form.getByRole("combobox", { name: `${name}: status` }).selectOption(status);
}
