import { useRouteLoaderData } from "@remix-run/react";
import type { Role } from "~/rules/basics/actor";
import type { loader } from "./page-layout.route";

const order: Role[] = ["viewer", "responder", "admin", "owner"];

/** Whether to show what needs a role; the use case decides it again. */
export function useMay(need: Role): boolean {
  const layout = useRouteLoaderData<typeof loader>("desk/frame/page-layout.route");
  return layout !== undefined && order.indexOf(layout.page.role) >= order.indexOf(need);
}
