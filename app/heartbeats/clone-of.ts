import type { IdOnPage } from "~/access/id-on-page";
import { permitRole } from "~/access/permission";
import { ok, type Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import { readHeartbeat } from "./read";
import type { HeartbeatSchedule } from "./rules/heartbeat";

/** Initial values of the form for a copy. */
export interface HeartbeatClone {
  name: string;
  slug: string;
  schedule: HeartbeatSchedule;
  graceSeconds: number;
  postOnly: boolean;
  manualResume: boolean;
  wordsIn: string;
  successWords: string[];
  failWords: string[];
  startWords: string[];
  tags: string[];
  dependsOn: string | null;
  components: Record<string, string>;
  mode: string;
  holdSeconds: number;
  resolveAfterSeconds: number;
}

/** Returns a form filled from another heartbeat: everything but its address and its slug, which must be unique. */
export async function readHeartbeatClone(ctx: Ctx, { pageId, id }: IdOnPage): Promise<Result<HeartbeatClone>> {
  const may = permitRole(ctx.actor, ctx.member, pageId, "admin");
  if (!may.ok) return may;
  const found = await readHeartbeat(ctx, { pageId, id });
  if (!found.ok) return found;
  const { heartbeat, components, mode, holdSeconds, resolveAfterSeconds } = found.value;
  const { name, schedule, graceSeconds, postOnly, manualResume, tags, dependsOn } = heartbeat;
  const rule = { components, mode, holdSeconds, resolveAfterSeconds };
  const copied = `${name.slice(0, 248)} (copy)`;
  const { wordsIn, successWords, failWords, startWords } = heartbeat;
  const own = { slug: "", schedule, graceSeconds, postOnly, manualResume, tags, dependsOn };
  return ok({ name: copied, ...own, wordsIn, successWords, failWords, startWords, ...rule });
}
