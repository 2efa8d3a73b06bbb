import { Outlet, useLoaderData, useRouteLoaderData } from "@remix-run/react";
import type { Role } from "~/access/actor";
import type { RouteGuard } from "~/http/guard";
import { pageDeskHandler, unwrapOrThrow } from "~/ui/frame/desk";
import { RouteErrorPage, RouteErrorSection } from "~/ui/frame/error-page";
import { ManagementShell } from "~/ui/frame/shell";
import { listPages } from "../verbs";

export { thrownFailureHeaders as headers } from "~/ui/frame/thrown-failure";

export const handle = { hydrate: true, guard: { kind: "member", role: "viewer" } satisfies RouteGuard };

export const loader = pageDeskHandler(async ({ ctx, slug, pageId }) => {
  const pages = unwrapOrThrow(await listPages(ctx));
  const name = pages.find((each) => each.id === pageId)?.name ?? slug;
  const role: Role = ctx.member?.role ?? "viewer";
  const mine = pages.filter((each) => each.role !== null);
  return { page: { slug, name, role }, pages: mine.map((each) => ({ slug: each.slug, name: each.name })) };
});

const readPalette = () => import("~/search/desk/palette");

export default function PageLayout() {
  const { page, pages } = useLoaderData<typeof loader>();
  return (
    <ManagementShell page={page} pages={pages} readPalette={readPalette}>
      <Outlet />
    </ManagementShell>
  );
}

/** Keeps the menu and the search around what went wrong in a room, unless the page itself could not be read. */
export function ErrorBoundary() {
  const layout = useRouteLoaderData<typeof loader>("pages/desk/page-layout.route");
  if (!layout) return <RouteErrorPage />;
  return (
    <ManagementShell {...layout} readPalette={readPalette}>
      <RouteErrorSection />
    </ManagementShell>
  );
}
