import type { Ctx } from "~/platform/ctx";
import { dayMs } from "~/time/durations";

/** Time for which a browser is known to a person who signed in there, in ms. */
export const deviceCookieLifetimeMs = 400 * dayMs;

const signed = (personId: string, since: string) => `device.${personId}.${since}`;

/** Returns the cookie value which says that this person has signed in with this browser. It grants no access. */
export async function signDeviceCookieValue(ctx: Ctx, personId: string): Promise<string> {
  const since = ctx.now().toString(36);
  return `${personId}.${since}.${await ctx.secrets.sign(signed(personId, since))}`;
}

/** True when the person has signed in before with the browser that has this mark. */
export async function isDeviceOfPerson(ctx: Ctx, mark: string | null, personId: string): Promise<boolean> {
  const [whose = "", since = "", signature = ""] = (mark ?? "").slice(0, 200).split(".", 3);
  if (whose !== personId || !/^[0-9a-z]{1,11}$/.test(since)) return false;
  const age = ctx.now() - Number.parseInt(since, 36);
  return age >= 0 && age < deviceCookieLifetimeMs && ctx.secrets.verify(signed(personId, since), signature);
}

/** True when the mark is genuine for any person. */
export const isKnownDevice = (ctx: Ctx, mark: string | null): Promise<boolean> =>
  isDeviceOfPerson(ctx, mark, (mark ?? "").split(".", 1)[0] ?? "");
