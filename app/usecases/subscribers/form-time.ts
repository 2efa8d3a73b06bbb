import type { Ctx } from "~/platform/ctx";

const day = 24 * 3600_000;
/** Nobody reads and types an address faster, in ms. */
const fastest = 2000;

const signed = (since: string) => `subscribe.${since}`;

/** For a hidden field: when the form was made, so that nobody can say otherwise. Nothing is stored. */
export async function formTime(ctx: Ctx): Promise<string> {
  const since = ctx.now().toString(36);
  return `${since}.${await ctx.secrets.sign(signed(since))}`;
}

/** Whether a form came back as people send them: not at once, and within a day. */
export async function humanPace(ctx: Ctx, text: string): Promise<"yes" | "no" | "stale"> {
  const [since = "", signature = ""] = text.split(".", 2);
  if (!/^[0-9a-z]{1,11}$/.test(since) || !(await ctx.secrets.verify(signed(since), signature))) return "no";
  const age = ctx.now() - Number.parseInt(since, 36);
  // Made by a clock that was ahead: its age is not known.
  if (age < 0) return "stale";
  if (age < fastest) return "no";
  return age > day ? "stale" : "yes";
}
