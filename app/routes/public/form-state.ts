import { formToken } from "~/http/cross-site";
import type { Ctx } from "~/platform/ctx";
import type { Failure } from "~/rules/failure";
import type { Carried, Typed } from "~/ui/public/forms";

/** What every public form carries, made anew for each printing. */
export async function carriedFor(ctx: Ctx): Promise<Carried> {
  return { token: await formToken(ctx), nonce: ctx.id() };
}

const texts = (form: FormData): Record<string, string> =>
  Object.fromEntries([...form].flatMap(([name, value]) => (typeof value === "string" ? [[name, value]] : [])));

/** What was typed, so that nothing of it is lost; with a failure also what is wrong with it. */
export function typedOf(form: FormData, failure: Failure): Typed {
  const errors = failure.name === "invalid" ? failure.fields : { "": failure.name };
  return { values: texts(form), chosen: form.getAll("componentIds").map(String), errors };
}

export const textOf = (form: FormData, name: string): string => {
  const value = form.get(name);
  return typeof value === "string" ? value : "";
};

export const nonceOf = (form: FormData): { commitId?: string } => {
  const nonce = textOf(form, "nonce");
  return /^[0-9a-z]{26}$/.test(nonce) ? { commitId: nonce } : {};
};
