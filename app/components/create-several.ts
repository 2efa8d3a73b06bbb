import type { ChangeResult } from "~/change/change-result";
import { createOneRow } from "~/change/create-one";
import { pageTable } from "~/db/schema";
import { missingFailure, ok, type Result } from "~/failures/failure";
import { pageByIdQuery } from "~/pages/queries/page";
import type { Ctx } from "~/platform/ctx";
import { activeComponentsOfPageQuery } from "~/status-page/queries/snapshot-facts";
import { componentLinesParts } from "./component-lines";
import { componentGroupsOfPageQuery } from "./queries/component";
import { type CreateComponentsInput, createComponentsInputSchema } from "./rules/input";

/**
 * Adds components and their groups at the end of the page, in one commit. Failures: invalid, with the line that is
 * wrong.
 */
export const createComponents = (ctx: Ctx, given: CreateComponentsInput): Promise<Result<ChangeResult>> =>
  createOneRow(
    ctx,
    {
      role: "admin",
      subject: "component",
      input: createComponentsInputSchema,
      facts: (_, { pageId }) => ({
        owner: pageByIdQuery(ctx, pageId),
        groups: componentGroupsOfPageQuery(ctx, pageId),
        others: activeComponentsOfPageQuery(ctx, pageId),
      }),
    },
    given,
    ({ id, input: { pageId }, fields: { lines, keptBy = null }, owner: [owner], groups, others }) => {
      if (!owner) return missingFailure;
      const parts = componentLinesParts(ctx, owner, { first: id, lines, keptBy, groups, others });
      if (!parts.ok) return parts;
      const { guards, changes, audited } = parts.value;
      return ok({
        action: "component.create_several",
        expect: [{ table: pageTable, rows: [{ id: pageId, version: owner.version }] }],
        guards,
        changes,
        after: { ...audited, ...(keptBy === null ? {} : { keptBy }) },
        publishes: true,
      });
    },
  );
