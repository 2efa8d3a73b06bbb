import { read } from "~/db/read";
import { signInContent } from "../../print/sign-in";
import { localeOf, openSignInLink } from "../../queries/letter-facts";
import { openSealedScope, singleWriter } from "./single";
import { type LetterTask, type MakeWriter, mask, newest, ownBrand } from "./writer";

/** Locale used when neither the account nor the request has one. */
const unknown = { language: "en", timeZone: "Etc/UTC" };

async function secretsOf(task: LetterTask) {
  const { ctx, masked } = task;
  const notice = newest(task);
  const sealed = await openSealedScope(ctx, notice);
  const token = sealed?.token;
  if (!token) return masked ? { token: mask, code: mask, browser: null, kind: "mail", ...unknown } : null;
  const link = openSignInLink(ctx, await ctx.secrets.hash(token), ctx.now());
  const [[found], [person]] = await read(ctx, link, localeOf(ctx, String(notice.scope.person_id)));
  if (!found && !masked) return null;
  const shown = masked ? { token: mask, code: mask } : { token, code: sealed.code ?? "" };
  const language = person?.language ?? sealed.language ?? unknown.language;
  const timeZone = person?.timeZone ?? sealed.timeZone ?? unknown.timeZone;
  return { ...shown, browser: sealed.browser ?? null, kind: found?.kind ?? "mail", language, timeZone };
}

/** Returns null when the link was used or has expired. */
export const signInWriter: MakeWriter = async (task) => {
  const { ctx } = task;
  const secrets = await secretsOf(task);
  if (!secrets) return null;
  const brand = ownBrand(ctx);
  const { token, code, browser, kind, language, timeZone } = secrets;
  const facts = {
    brand,
    url: `${brand.url}/manage/sign-in/${token}`,
    code,
    browser,
    purpose: kind === "email" ? ("address" as const) : ("sign_in" as const),
  };
  return singleWriter(ctx, {
    fromName: brand.name,
    language,
    timeZone,
    content: (reader) => signInContent(facts, reader),
  });
};
