import { sourceOf } from "~/ingest/sources";
import type { Ctx } from "~/platform/ctx";
import { type SourceTarget, sourceTarget } from "~/rules/alerts/input";
import { ok, type Result } from "~/rules/basics/failure";
import type { Done } from "../change/answers";
import { changeOne } from "../change/change-one";
import { newAddress } from "./create";
import { oneSource } from "./one";

/** Gives a source a new address; the old one answers 404 from now on. Failures: conflict, missing. */
export const rotateSource = (ctx: Ctx, given: SourceTarget): Promise<Result<Done>> =>
  changeOne(ctx, { ...oneSource, input: sourceTarget }, given, async ({ row }) =>
    ok({ action: "source.rotate", fields: await newAddress(ctx, sourceOf(row.kind)?.addressKey) }),
  );
