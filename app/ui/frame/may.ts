import { useRouteLoaderData } from "@remix-run/react";
import type { Role } from "~/access/actor";
import type { loader } from "~/pages/desk/page-layout.route";

const order: Role[] = ["viewer", "responder", "admin", "owner"];

/** Whether a role comes with what this one may do. */
export const reaches = (role: Role, need: Role): boolean => order.indexOf(role) >= order.indexOf(need);

/** Whether to show what needs a role; the use case decides it again. */
export function useMay(need: Role): boolean {
  const layout = useRouteLoaderData<typeof loader>("pages/desk/page-layout.route");
  return layout !== undefined && reaches(layout.page.role, need);
}
