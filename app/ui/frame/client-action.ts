import { type ClientActionFunctionArgs, isRouteErrorResponse } from "@remix-run/react";
import type { FormState } from "../parts/form-state";
import { forgetFormText } from "../parts/kept-text";
import { wordsIn } from "./words";

/** Returns the page's language, which the document states in a browser. */
const pageLanguage = () => (typeof document === "undefined" ? "en" : document.documentElement.lang);

interface SubmitFailureReason {
  status: number;
  words: string;
  signIn?: string;
}

/** Returns the sign-in path that leads back to the current page. */
const signInPath = (again: string): string =>
  `/manage/sign-in?${again}next=${encodeURIComponent(typeof location === "undefined" ? "/manage" : location.pathname)}`;

/** Returns why a form without errors was not accepted; null = the error page shows it. */
function reasonOf(thrown: unknown): SubmitFailureReason | null {
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

function stateOf(fields: FormData, { words, signIn }: SubmitFailureReason): FormState {
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
 * Sends a form of management where script runs; every route with an action exports it. A form that could not be sent is
 * shown again: as a Response with an error status, so that no loader is called on a lost connection.
 */
export async function clientAction({ request, serverAction }: ClientActionFunctionArgs): Promise<unknown> {
  const fields = await request.clone().formData();
  const forget = () => forgetFormText(new URL(request.url).pathname, String(fields.get("form") ?? ""));
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
