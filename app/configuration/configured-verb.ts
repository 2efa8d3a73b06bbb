import type { Result } from "~/failures/failure";
import type { Fields } from "~/fields/fields";
import type { Ctx } from "~/platform/ctx";
import type { ConfiguredValues } from "./rules/configuration-types";

/** The page of a new thing, and the commit that makes it. */
export interface ConfiguredPlace {
  pageId: string;
  commitId: string;
}

export interface ConfiguredTarget extends ConfiguredPlace {
  id: string;
}

/** The use cases of a noun from the values of a file, whose references are ids. */
export interface ConfiguredVerbs {
  /** Its fields, for the names in refusals. */
  fields: Fields;
  create(ctx: Ctx, place: ConfiguredPlace, values: ConfiguredValues): Promise<Result<{ id: string }>>;
  change(ctx: Ctx, target: ConfiguredTarget, values: ConfiguredValues): Promise<Result<unknown>>;
  remove(ctx: Ctx, target: ConfiguredTarget): Promise<Result<unknown>>;
}
