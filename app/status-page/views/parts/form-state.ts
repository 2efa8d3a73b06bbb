import type { ActionFunctionArgs } from "@remix-run/cloudflare";
import type { Failure } from "~/failures/failure";
import { commitIdOf } from "~/http/commit-id";
import { formToken } from "~/http/cross-site";
import { lengthText } from "~/i18n/span";
import type { WordKey, Words } from "~/i18n/words";
import type { Ctx } from "~/platform/ctx";
import type { Carried, Typed } from "./forms";

/** What every public form carries, made again for each printing. */
export async function carriedFor(ctx: Ctx): Promise<Carried> {
  return { token: await formToken(ctx), nonce: ctx.id() };
}

const texts = (form: FormData): Record<string, string> =>
  Object.fromEntries([...form].flatMap(([name, value]) => (typeof value === "string" ? [[name, value]] : [])));

/** By field, in the reader's language; "" is about the form as a whole. */
const wrongWords: Record<string, WordKey> = {
  way: "subscribe.no_mail",
  email: "subscribe.wrong_email",
  componentIds: "subscribe.wrong_components",
  timeZone: "subscribe.wrong_zone",
  address: "subscribe.wrong_address",
  phone: "sms.wrong_phone",
  code: "subscribe.wrong_code",
  proof: "subscribe.wrong_proof",
  byHand: "subscribe.by_hand",
  "": "subscribe.stale",
};

const hour = 3_600_000;

/** Above an hour in whole hours: nobody counts 800 minutes. */
function waitText(words: Words, seconds: number): string {
  const length = seconds * 1000;
  return lengthText(words, length > hour ? Math.ceil(length / hour) * hour : length);
}

/** About the form as a whole, where no field of it is wrong. */
const wholeText = (failure: Failure, words: Words): string =>
  failure.name === "limited"
    ? words.t("subscribe.limited", { length: waitText(words, failure.retryAfter) })
    : words.t("subscribe.failed");

/** What was typed, so that nothing of it is lost, and what is wrong with it. */
export function typedOf(form: FormData, failure: Failure, words: Words): Typed {
  const wrong = failure.name === "invalid" ? Object.keys(failure.fields) : [];
  const errors = Object.fromEntries(wrong.map((name) => [name, words.t(wrongWords[name] ?? "reading.wrong")]));
  const said = wrong.length > 0 ? errors : { "": wholeText(failure, words) };
  return { values: texts(form), chosen: form.getAll("componentIds").map(String), errors: said };
}

/** Who goes back and sends something else has sent another form. */
export async function nonceOf(
  { request, context: { ctx } }: ActionFunctionArgs,
  form: FormData,
): Promise<{ commitId?: string }> {
  const commitId = await commitIdOf(ctx, new URL(request.url).pathname, form);
  return commitId === undefined ? {} : { commitId };
}
