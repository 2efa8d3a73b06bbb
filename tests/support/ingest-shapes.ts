import { sourceAdapterOf } from "~/sources/kinds/known-kinds";
import { rawOf, readRaw } from "./ingest-fixtures";

/** Reads a body as its kind does, and returns the outcome of each part. */
export async function comesTo(kind: string, body: unknown, headers: Record<string, string> = {}): Promise<string[]> {
  const source = sourceAdapterOf(kind);
  if (!source) throw new Error(kind);
  const sent = new Headers({ "content-type": "application/json", ...headers });
  const { signals, skipped } = await readRaw(source, rawOf({ body: JSON.stringify(body), headers: sent }));
  const told = signals.map((each) => (each.kind === "alert" ? `${each.status} ${each.key}` : each.kind));
  return [...told, ...skipped.map(({ code }) => code)];
}

/** Returns a notification of Amazon SNS that carries this message. */
export const snsOf = (message: unknown, more: object = {}) => ({
  Type: "Notification",
  TopicArn: "arn:aws:sns:eu-west-1:1:t",
  Message: typeof message === "string" ? message : JSON.stringify(message),
  ...more,
});
