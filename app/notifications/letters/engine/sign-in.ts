import { readBatch } from "~/db/read";
import { signInEmailContent } from "../../print/sign-in";
import { localeOfPersonQuery, unusedSignInLinkQuery } from "../../queries/letter-facts";
import { openSealedScope, singleEmailWriter } from "./single";
import {
  deploymentEmailBrand,
  type EmailWriterTask,
  type MakeEmailWriter,
  maskedTokenText,
  newestNotice,
} from "./writer";

/** Locale used when neither the account nor the request has one. */
const unknown = { language: "en", timeZone: "Etc/UTC" };

async function secretsOf(task: EmailWriterTask) {
  const { ctx, masked } = task;
  const notice = newestNotice(task);
  const sealed = await openSealedScope(ctx, notice);
  const token = sealed?.token;
  if (!token)
    return masked ? { token: maskedTokenText, code: maskedTokenText, browser: null, kind: "mail", ...unknown } : null;
  const link = unusedSignInLinkQuery(ctx, await ctx.secrets.hash(token), ctx.now());
  const [[found], [person]] = await readBatch(ctx, link, localeOfPersonQuery(ctx, String(notice.scope.person_id)));
  if (!found && !masked) return null;
  const shown = masked ? { token: maskedTokenText, code: maskedTokenText } : { token, code: sealed.code ?? "" };
  const language = person?.language ?? sealed.language ?? unknown.language;
  const timeZone = person?.timeZone ?? sealed.timeZone ?? unknown.timeZone;
  return { ...shown, browser: sealed.browser ?? null, kind: found?.kind ?? "mail", language, timeZone };
}

/** Returns null when the link was used or has expired. */
export const signInEmailWriter: MakeEmailWriter = async (task) => {
  const { ctx } = task;
  const secrets = await secretsOf(task);
  if (!secrets) return null;
  const brand = deploymentEmailBrand(ctx);
  const { token, code, browser, kind, language, timeZone } = secrets;
  const facts = {
    brand,
    url: `${brand.url}/manage/sign-in/${token}`,
    code,
    browser,
    purpose: kind === "email" ? ("address" as const) : ("sign_in" as const),
  };
  return singleEmailWriter(ctx, {
    fromName: brand.name,
    language,
    timeZone,
    content: (reader) => signInEmailContent(facts, reader),
  });
};
