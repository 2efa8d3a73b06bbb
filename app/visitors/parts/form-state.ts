import type { ActionFunctionArgs } from "@remix-run/cloudflare";
import { formToken } from "~/http/cross-site";
import type { WordKey, Words } from "~/i18n/words";
import type { Ctx } from "~/platform/ctx";
import type { Failure } from "~/rules/basics/failure";
import type { Carried, Typed } from "./forms";

/** What every public form carries, made anew for each printing. */
export async function carriedFor(ctx: Ctx): Promise<Carried> {
  return { token: await formToken(ctx), nonce: ctx.id() };
}

const texts = (form: FormData): Record<string, string> =>
  Object.fromEntries([...form].flatMap(([name, value]) => (typeof value === "string" ? [[name, value]] : [])));

/** By field, in the reader's language; "" is about the form as a whole. */
const wrongWords: Record<string, WordKey> = {
  email: "subscribe.wrong_email",
  componentIds: "subscribe.wrong_components",
  timeZone: "subscribe.wrong_zone",
  "": "subscribe.stale",
};

/** What was typed, so that nothing of it is lost, and what is wrong with it. */
export function typedOf(form: FormData, failure: Failure, { t }: Words): Typed {
  const wrong = failure.name === "invalid" ? Object.keys(failure.fields) : [];
  const errors = Object.fromEntries(wrong.map((name) => [name, t(wrongWords[name] ?? "reading.wrong")]));
  const said = wrong.length > 0 ? errors : { "": t("subscribe.failed") };
  return { values: texts(form), chosen: form.getAll("componentIds").map(String), errors: said };
}

export const textOf = (form: FormData, name: string): string => {
  const value = form.get(name);
  return typeof value === "string" ? value : "";
};

/** The nonce keeps the time; the rest is of the content: who goes back and sends something else has sent another form. */
export async function nonceOf(
  { request, context: { ctx } }: ActionFunctionArgs,
  form: FormData,
): Promise<{ commitId?: string }> {
  const nonce = textOf(form, "nonce");
  if (!/^[0-9a-z]{26}$/.test(nonce)) return {};
  const content = [...form].filter(([name]) => name !== "_token").map(([name, value]) => `${name}=${String(value)}`);
  const hash = await ctx.secrets.hash(`${new URL(request.url).pathname}\n${content.join("\n")}`);
  return { commitId: nonce.slice(0, 10) + hash.slice(0, 16) };
}
