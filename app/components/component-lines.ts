import { auditedItems } from "~/change/audited-items";
import { componentGroupTable, componentTable, type pageTable } from "~/db/schema";
import { insertRowsStatements, type SqlStatement } from "~/db/write";
import { invalidFieldFailure, ok, type Result } from "~/failures/failure";
import { type Refusal, refusalFor } from "~/failures/refusal";
import type { Ctx } from "~/platform/ctx";
import { newComponentRow, nextComponentPosition } from "./new-row";
import { guardComponentNamesFreeStatements } from "./queries/component";
import type { StatusKeeper } from "./rules/fields";
import { maxComponents } from "./rules/limits";
import { type GroupedComponentLines, parseComponentLines } from "./rules/lines";
import { firstDuplicateName, isComponentNameTaken } from "./rules/names";

const maxNameChars = 200;

type ComponentGroupRows = (typeof componentGroupTable.$inferSelect)[];
type ComponentRows = (typeof componentTable.$inferSelect)[];

/**
 * Returns the new groups, after the existing ones; an existing group is found by its name. The audit entry is about the
 * first component.
 */
function withGroups(
  ctx: Ctx,
  { pageId, first }: { pageId: string; first: string },
  lists: GroupedComponentLines[],
  groups: ComponentGroupRows,
) {
  const now = ctx.now();
  const known = new Map(groups.map((group) => [group.name.toLowerCase(), group.id]));
  const fresh = lists
    .flatMap(({ group }) => (group === null || known.has(group.toLowerCase()) ? [] : [group]))
    .map((name, index) => ({
      id: ctx.id(),
      pageId,
      name,
      position: nextComponentPosition(groups) + index,
      createdAt: now,
      updatedAt: now,
    }));
  for (const { id, name } of fresh) known.set(name.toLowerCase(), id);
  const placed = lists.flatMap(({ group, names }) =>
    names.map((name) => ({
      id: ctx.id(),
      name,
      groupId: group === null ? null : (known.get(group.toLowerCase()) ?? null),
    })),
  );
  return { fresh, placed: placed.map((each, index) => (index === 0 ? { ...each, id: first } : each)) };
}

/** Returns why these lines cannot be added; null when they can. */
function fault(lists: GroupedComponentLines[], others: ComponentRows): Refusal | null {
  const names = lists.flatMap((each) => [...(each.group === null ? [] : [each.group]), ...each.names]);
  const long = names.find((name) => name.length > maxNameChars);
  const twice = lists.map((each) => firstDuplicateName(each.names)).find((each) => each !== null);
  if (!lists.some((each) => each.names.length > 0)) return "component.no_lines";
  if (long) return refusalFor("component.long_line", { name: `${long.slice(0, 40)}…`, most: maxNameChars });
  if (twice) return refusalFor("component.name_twice", { name: twice });
  const count = lists.reduce((sum, each) => sum + each.names.length, others.length);
  return count > maxComponents ? refusalFor("component.limit", { most: maxComponents }) : null;
}

interface ComponentLines {
  /** Id of the first component. */
  first: string;
  lines: string;
  keptBy: StatusKeeper | null;
  /** The page’s present groups and components; none on a new page. */
  groups: ComponentGroupRows;
  others: ComponentRows;
}

interface ComponentLinesParts {
  guards: SqlStatement[];
  changes: SqlStatement[];
  audited: Record<string, unknown>;
}

/** Returns the commit's parts for components and groups at the end of the page. Failures: invalid, with the wrong line. */
export function componentLinesParts(
  ctx: Ctx,
  owner: Pick<typeof pageTable.$inferSelect, "id" | "timeZone">,
  { first, lines, keptBy, groups, others }: ComponentLines,
): Result<ComponentLinesParts> {
  const pageId = owner.id;
  const lists = parseComponentLines(lines);
  const refused = fault(lists, others);
  if (refused) return invalidFieldFailure("lines", refused);
  const { fresh, placed } = withGroups(ctx, { pageId, first }, lists, groups);
  const taken = placed.find((each) => isComponentNameTaken(others, each));
  if (taken) return invalidFieldFailure("lines", refusalFor("component.name_taken", { name: taken.name }));
  const from = nextComponentPosition(others);
  const rows = placed.map((each, index) => ({
    ...newComponentRow(ctx, owner, { ...each, position: from + index, manualStatus: null, keptBy }),
    ...each,
  }));
  return ok({
    guards: guardComponentNamesFreeStatements(pageId, placed),
    changes: [...insertRowsStatements(componentGroupTable, fresh), ...insertRowsStatements(componentTable, rows)],
    audited: { components: auditedItems(placed), count: placed.length },
  });
}
