import { useRouteLoaderData } from "@remix-run/react";
import { isRoleAtLeast, type Role } from "~/access/actor";
import type { loader } from "~/pages/desk/page-layout.route";

/** Returns true when an element for this role is shown; the use case checks the role again. */
export function useHasRole(need: Role): boolean {
  const layout = useRouteLoaderData<typeof loader>("pages/desk/page-layout.route");
  return layout !== undefined && isRoleAtLeast(layout.page.role, need);
}
