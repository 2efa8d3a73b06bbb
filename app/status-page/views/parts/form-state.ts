import type { ActionFunctionArgs } from "@remix-run/cloudflare";
import type { Failure } from "~/failures/failure";
import { commitIdOfFormData } from "~/http/commit-id";
import { makeCsrfToken } from "~/http/cross-site";
import { timeLimitText } from "~/i18n/span";
import type { WordKey, Words } from "~/i18n/words";
import type { Ctx } from "~/platform/ctx";
import { hourMs } from "~/time/durations";
import type { HiddenFieldValues, SubmittedForm } from "./forms";

/** Returns the hidden fields of every public form, made for each rendering. */
export async function makeHiddenFormFields(ctx: Ctx): Promise<HiddenFieldValues> {
  return { token: await makeCsrfToken(ctx), nonce: ctx.id() };
}

const texts = (form: FormData): Record<string, string> =>
  Object.fromEntries([...form].flatMap(([name, value]) => (typeof value === "string" ? [[name, value]] : [])));

/** Error messages by field, in the reader's language; "" is for the form as a whole. */
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

/** Returns a wait in words; more than an hour is rounded up to whole hours. */
function waitText(words: Words, seconds: number): string {
  const length = seconds * 1000;
  return timeLimitText(words, length > hourMs ? Math.ceil(length / hourMs) * hourMs : length);
}

/** Returns the message for the form as a whole, when none of its fields is wrong. */
const wholeText = (failure: Failure, words: Words): string =>
  failure.name === "limited"
    ? words.t("subscribe.limited", { length: waitText(words, failure.retryAfter) })
    : words.t("subscribe.failed");

/** Returns the entered values, so that none is lost, and their errors. */
export function submittedFormOf(form: FormData, failure: Failure, words: Words): SubmittedForm {
  const wrong = failure.name === "invalid" ? Object.keys(failure.fields) : [];
  const errors = Object.fromEntries(wrong.map((name) => [name, words.t(wrongWords[name] ?? "reading.wrong")]));
  const said = wrong.length > 0 ? errors : { "": wholeText(failure, words) };
  return { values: texts(form), chosen: form.getAll("componentIds").map(String), errors: said };
}

/** Returns the commit's id, by the form's nonce and its content: a changed form sent again is a new commit. */
export async function readFormCommitId(
  { request, context: { ctx } }: ActionFunctionArgs,
  form: FormData,
): Promise<{ commitId?: string }> {
  const commitId = await commitIdOfFormData(ctx, new URL(request.url).pathname, form);
  return commitId === undefined ? {} : { commitId };
}
