import type { AnySource } from "~/ingest/contract";
import type { Reading } from "~/rules/alerts/signal";
import { withinLimits } from "~/rules/alerts/signal-limits";
import { type Failure, fail, invalid, ok, type Result } from "~/rules/basics/failure";
import { parseJsonBytes } from "~/rules/basics/json-text";
import { mediaType } from "~/rules/basics/media-type";

/** What came in at an ingest address, before anybody looked at it. */
export interface Post {
  token: string;
  headers: Headers;
  /** The raw bytes, or why they were not taken. */
  body: Result<Uint8Array>;
}

const alertLimit = 200;

function unusable({ signals, skipped }: Reading): Failure | null {
  const alerts = signals.filter((each) => each.kind === "alert").length + skipped.length;
  if (alerts > alertLimit) {
    const fields = { alerts: `A body may have at most ${alertLimit} alerts.` };
    return { name: "invalid", fields, code: "too_many_alerts" };
  }
  const bad = skipped.find((each) => each.code !== "not_an_alert");
  if (signals.length > 0 || !bad) return null;
  const code = bad.code === "bad_dedup_key" ? "bad_dedup_key" : "unreadable";
  return invalid("alerts", `Nothing in it could be used: ${bad.reason}.`, code).failure;
}

/** Checks a delivery from the outside in and reads it: body, type, sender, JSON, signals. */
export function examine(source: AnySource, settings: unknown, post: Post, now: number): Result<Reading> {
  if (!post.body.ok) return post.body;
  if (!source.contentTypes.includes(mediaType(post.headers.get("content-type")))) {
    return fail({ name: "unsupported", code: "unsupported", accepted: [...source.contentTypes] });
  }
  const rawBody = post.body.value;
  if (!source.authenticate({ headers: post.headers, rawBody, settings, now })) {
    return fail({ name: "unauthenticated", code: "bad_signature" });
  }
  const payload = parseJsonBytes(rawBody);
  if (!payload.ok) return payload;
  const reading = withinLimits(source.read(payload.value));
  const failure = unusable(reading);
  return failure ? fail(failure) : ok(reading);
}
