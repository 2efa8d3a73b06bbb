import { priorCommit } from "~/db/queries/audit";
import { anotherOwns, otherOwners } from "~/db/queries/membership";
import { membershipOf } from "~/db/queries/page";
import { read } from "~/db/read";
import type { membership } from "~/db/schema";
import type { Statement } from "~/db/write";
import type { Ctx } from "~/platform/ctx";
import { fail, type Result } from "~/rules/basics/failure";
import type { Done } from "../change/answers";
import { find } from "../change/find";

type Row = typeof membership.$inferSelect;

const lastOwner = fail({
  name: "conflict",
  code: "last_owner",
  detail: "The last owner stays: make somebody else an owner first.",
});

interface Target {
  pageId: string;
  personId: string;
  version?: number | undefined;
  commitId: string;
}

/** A member who is about to change, and the guards under which the page keeps an owner. */
export type FoundMember = { row: Row; guards: Statement[]; answer: null } | { row: null; answer: Result<Done> };

/** `stays` = whether they own the page afterwards as well. */
export async function findMember(ctx: Ctx, target: Target, stays: boolean): Promise<FoundMember> {
  const { pageId, personId, commitId } = target;
  const queries = [
    priorCommit(ctx, commitId),
    membershipOf(ctx, pageId, personId),
    otherOwners(ctx, pageId, personId),
  ] as const;
  const [prior, [row], [count]] = await read(ctx, ...queries);
  const found = find(prior, row, target, ({ role, version }) => ({ role, version }) as { version: number });
  if (found.answer) return found;
  const leaves = found.row.role === "owner" && !stays;
  if (leaves && (count?.others ?? 0) === 0) return { row: null, answer: lastOwner };
  return { row: found.row, guards: leaves ? [anotherOwns(pageId, personId)] : [], answer: null };
}
