import { useRouteLoaderData } from "@remix-run/react";
import { atLeast, type Role } from "~/access/actor";
import type { loader } from "~/pages/desk/page-layout.route";

/** Returns true when an element for this role is shown; the use case checks the role again. */
export function useMay(need: Role): boolean {
  const layout = useRouteLoaderData<typeof loader>("pages/desk/page-layout.route");
  return layout !== undefined && atLeast(layout.page.role, need);
}
