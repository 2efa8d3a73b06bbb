import type { Ctx } from "~/platform/ctx";

/** Returns a field's text; "" when the form has no such field, or a file. */
export const readFormFieldText = (form: FormData, name: string): string => {
  const value = form.get(name);
  return typeof value === "string" ? value : "";
};

/**
 * Returns an id with the time of `id` and the rest derived from the content, so that equal content is one commit and
 * different content another.
 */
export const commitIdOfContent = async ({ secrets }: Ctx, id: string, content: string): Promise<string> =>
  id.slice(0, 10) + (await secrets.hash(content)).slice(0, 16);

/**
 * Returns the commit id of this form, rendering and content, so that other content sent from the same page is not
 * dropped.
 */
export async function commitIdOfFormData(ctx: Ctx, path: string, form: FormData): Promise<string | undefined> {
  const nonce = readFormFieldText(form, "nonce");
  if (!/^[0-9a-z]{26}$/.test(nonce)) return undefined;
  const content = [...form].filter(([name]) => name !== "_token").map(([name, value]) => `${name}=${String(value)}`);
  return commitIdOfContent(ctx, nonce, `${path}\n${content.join("\n")}`);
}
