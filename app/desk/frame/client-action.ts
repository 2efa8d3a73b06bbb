import { type ClientActionFunctionArgs, isRouteErrorResponse } from "@remix-run/react";
import type { FormState } from "../parts/form-state";
import { forgetText } from "../parts/kept-text";

const noConnection = "You’re offline. What you typed is kept on this device: send it again when you are back.";
const signedOut = "Your session has ended. Sign in in another tab, then send this again: what you typed is still here.";
const unproven =
  "This needs a sign-in from the last 10 minutes. Open /manage/sign-in?again in another tab and sign in, then send this again: what you typed is still here.";
const crowded = "Others are changing this page right now. Nothing was saved: wait a few seconds, then send it again.";
const notNow = "This couldn’t be saved. Wait a few seconds, then try again.";

/** Why it was not taken although nothing was wrong with it; null = that is for the error page to say. */
function reasonOf(thrown: unknown): { status: number; words: string } | null {
  if (!isRouteErrorResponse(thrown)) return { status: 503, words: noConnection };
  if (thrown.status === 401) {
    const { code } = (thrown.data as { code?: string } | null) ?? {};
    return { status: 401, words: code === "step_up" ? unproven : signedOut };
  }
  const later = thrown.status === 429 || thrown.status >= 500;
  if (!later) return null;
  const said = thrown.data as { code?: string; detail?: string } | null;
  return { status: thrown.status, words: said?.code === "crowded" ? crowded : (said?.detail ?? notNow) };
}

const carriers = new Set(["_token", "nonce", "form", "version"]);

function stateOf(fields: FormData, words: string): FormState {
  const typed = [...fields].filter(([name, value]) => !carriers.has(name) && typeof value === "string");
  const values = Object.fromEntries(typed.map(([name, value]) => [name, String(value)]));
  return { form: String(fields.get("form") ?? ""), values, errors: { "": words }, unsent: true };
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
    return Response.json(stateOf(fields, reason.words), { status: reason.status });
  }
}
