import { readOnPage } from "~/change/read-permitted";
import type { AlertOrigin } from "~/db/schema";
import { ok, type Result } from "~/failures/failure";
import { observerDependenciesOfPageQuery } from "~/monitors/queries/monitor";
import type { Ctx } from "~/platform/ctx";
import { possibleDependences } from "../rules/dependence";

export interface PossibleDependence {
  id: string;
  name: string;
  family: AlertOrigin;
}

interface DependenceQuery {
  pageId: string;
  /** Id of the present item: itself and what depends on it are left out. */
  of?: string;
}

/** Lists the page's monitors, heartbeats and sources by name, as possible dependences. One row each, ≤ 1,000. */
export const listPossibleDependences = (
  ctx: Ctx,
  { pageId, of }: DependenceQuery,
): Promise<Result<PossibleDependence[]>> =>
  readOnPage(ctx, { pageId, role: "viewer" }, [observerDependenciesOfPageQuery(ctx, pageId)], ([rows]) =>
    ok(possibleDependences(of, rows).map(({ id, name, family }) => ({ id, name, family }))),
  );
