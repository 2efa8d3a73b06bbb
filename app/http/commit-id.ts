import type { Ctx } from "~/platform/ctx";

/** A field's text; "" where the form has none, or a file. */
export const textOf = (form: FormData, name: string): string => {
  const value = form.get(name);
  return typeof value === "string" ? value : "";
};

/** The id keeps its time, the rest is of the content: sent twice it is one commit, with other content another. */
export const commitIdWith = async ({ secrets }: Ctx, id: string, content: string): Promise<string> =>
  id.slice(0, 10) + (await secrets.hash(content)).slice(0, 16);

/** Of this form in this rendering with this content, so that other words sent from the same page are not dropped. */
export async function commitIdOf(ctx: Ctx, path: string, form: FormData): Promise<string | undefined> {
  const nonce = textOf(form, "nonce");
  if (!/^[0-9a-z]{26}$/.test(nonce)) return undefined;
  const content = [...form].filter(([name]) => name !== "_token").map(([name, value]) => `${name}=${String(value)}`);
  return commitIdWith(ctx, nonce, `${path}\n${content.join("\n")}`);
}
