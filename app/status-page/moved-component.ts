import { readBatch } from "~/db/read";
import { missingFailure, ok, type Result } from "~/failures/failure";
import { componentByForeignIdQuery, type ForeignComponentName } from "~/importers/queries/foreign-component";
import type { Ctx } from "~/platform/ctx";
import { readLiveOrOverloaded } from "./answer-or-overloaded";

/**
 * Returns our id of a component by the id that it had in another product. It does not decide who may see the component:
 * what is shown of it is read as for any other visitor.
 */
export const findMovedComponentId = (ctx: Ctx, name: ForeignComponentName): Promise<Result<string>> =>
  readLiveOrOverloaded(async () => {
    const [[found]] = await readBatch(ctx, componentByForeignIdQuery(ctx, name));
    return found ? ok(found.ourId) : missingFailure;
  });
