import type { Ctx } from "~/platform/ctx";
import { runFileWorkAfterAnswer } from "../run-after-answer";

/** Reads a repository after the answer. */
export const runRepositoryReadingAfterAnswer = (ctx: Ctx, id: string): void =>
  runFileWorkAfterAnswer(ctx, { name: "repository.after", id }, async (own) =>
    (await import("./run-reading")).runRepositoryReading(own, id),
  );
