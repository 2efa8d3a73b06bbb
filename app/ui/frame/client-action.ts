import { type ClientActionFunctionArgs, isRouteErrorResponse } from "@remix-run/react";
import type { FormState } from "../parts/form-state";
import { forgetText } from "../parts/kept-text";
import { wordsIn } from "./words";

/** In a browser the page itself says it. */
const pageLanguage = () => (typeof document === "undefined" ? "en" : document.documentElement.lang);

interface Reason {
  status: number;
  words: string;
  signIn?: string;
}

/** Leads back to the page at hand. */
const signInPath = (again: string): string =>
  `/manage/sign-in?${again}next=${encodeURIComponent(typeof location === "undefined" ? "/manage" : location.pathname)}`;

/** Why it was not taken although nothing was wrong with it; null = that is for the error page to say. */
function reasonOf(thrown: unknown): Reason | null {
  const { t } = wordsIn(pageLanguage());
  if (!isRouteErrorResponse(thrown)) return { status: 503, words: t("unsent.offline") };
  if (thrown.status === 401) {
    const { code } = (thrown.data as { code?: string } | null) ?? {};
    const isOld = code === "step_up";
    const words = t(isOld ? "unsent.step_up" : "unsent.signed_out");
    return { status: 401, words, signIn: signInPath(isOld ? "again&" : "") };
  }
  const later = thrown.status === 429 || thrown.status >= 500;
  if (!later) return null;
  const said = thrown.data as { code?: string; detail?: string } | null;
  const words = said?.code === "crowded" ? t("unsent.crowded") : (said?.detail ?? t("unsent.later"));
  return { status: thrown.status, words };
}

const carriers = new Set(["_token", "nonce", "form", "version"]);

function stateOf(fields: FormData, { words, signIn }: Reason): FormState {
  const typed = [...fields].filter(([name, value]) => !carriers.has(name) && typeof value === "string");
  const values = Object.fromEntries(typed.map(([name, value]) => [name, String(value)]));
  return {
    form: String(fields.get("form") ?? ""),
    values,
    errors: { "": words },
    unsent: true,
    ...(signIn ? { signIn } : {}),
  };
}

/**
 * How a form of the desk is sent where script runs; every route with an action exports it. What could not be sent
 * comes back into its form: a Response with a bad status, so that no loader is asked again on a connection that is not there.
 */
export async function clientAction({ request, serverAction }: ClientActionFunctionArgs): Promise<unknown> {
  const fields = await request.clone().formData();
  const forget = () => forgetText(new URL(request.url).pathname, String(fields.get("form") ?? ""));
  try {
    const answer = await serverAction();
    return answer;
  } catch (thrown) {
    if (thrown instanceof Response) {
      forget();
      throw thrown;
    }
    const reason = reasonOf(thrown);
    if (!reason) throw thrown;
    return Response.json(stateOf(fields, reason), { status: reason.status });
  }
}
