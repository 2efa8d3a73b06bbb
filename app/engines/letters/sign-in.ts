import { openSignInLink } from "~/db/queries/letter-facts";
import { read } from "~/db/read";
import { signInContent } from "~/letters/sign-in";
import { singleWriter, unsealed } from "./single";
import { type MakeWriter, mask, newest, ownBrand, type Task } from "./writer";

async function secretsOf(task: Task) {
  const { ctx, masked } = task;
  const notice = newest(task);
  const sealed = await unsealed(ctx, notice);
  const token = sealed?.token;
  if (!token) return masked ? { token: mask, code: mask, browser: null, kind: "mail" } : null;
  const [[link]] = await read(ctx, openSignInLink(ctx, await ctx.secrets.hash(token), ctx.now()));
  if (!link && !masked) return null;
  const shown = masked ? { token: mask, code: mask } : { token, code: sealed.code ?? "" };
  return { ...shown, browser: sealed.browser ?? null, kind: link?.kind ?? "mail" };
}

/** null when the link was used, or is out of time. */
export const signInWriter: MakeWriter = async (task) => {
  const { ctx } = task;
  const secrets = await secretsOf(task);
  if (!secrets) return null;
  const brand = ownBrand(ctx);
  const { token, code, browser, kind } = secrets;
  const facts = {
    brand,
    url: `${brand.url}/manage/sign-in/${token}`,
    code,
    browser,
    purpose: kind === "email" ? ("address" as const) : ("sign_in" as const),
  };
  return singleWriter(ctx, {
    fromName: brand.name,
    language: "en",
    timeZone: "Etc/UTC",
    content: (reader) => signInContent(facts, reader),
  });
};
