import { useRouteLoaderData } from "@remix-run/react";
import type { Role } from "~/access/actor";
import type { loader } from "~/pages/desk/page-layout.route";

const order: Role[] = ["viewer", "responder", "admin", "owner"];

/** Returns true when a role includes the needed one. */
export const reaches = (role: Role, need: Role): boolean => order.indexOf(role) >= order.indexOf(need);

/** Returns true when an element for this role is shown; the use case checks the role again. */
export function useMay(need: Role): boolean {
  const layout = useRouteLoaderData<typeof loader>("pages/desk/page-layout.route");
  return layout !== undefined && reaches(layout.page.role, need);
}
