import { readOnPage } from "~/change/read-permitted";
import type { AlertOrigin } from "~/db/schema";
import { ok, type Result } from "~/failures/failure";
import { dependenciesOfPage } from "~/monitors/queries/monitor";
import type { Ctx } from "~/platform/ctx";
import { possibleDependences } from "../rules/dependence";

export interface NamedOrigin {
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
export const listNamedOrigins = (ctx: Ctx, { pageId, of }: DependenceQuery): Promise<Result<NamedOrigin[]>> =>
  readOnPage(ctx, { pageId, role: "viewer" }, [dependenciesOfPage(ctx, pageId)], ([rows]) =>
    ok(possibleDependences(of, rows).map(({ id, name, family }) => ({ id, name, family }))),
  );
