import { Outlet, useLoaderData, useRouteLoaderData } from "@remix-run/react";
import { isRoleAtLeast, type Role } from "~/access/actor";
import { ManagedByFilesBanner } from "~/configuration/managed/desk/managed-notice";
import { type ManagingFile, readManagingFiles } from "~/configuration/managed/managed-thing";
import { managedSubjectOf } from "~/configuration/managed/rules/managed-subject";
import { ok, type Result } from "~/failures/failure";
import type { RouteGuard } from "~/http/guard";
import { type PageDeskRequest, pageDeskHandler, unwrapAllOrThrow } from "~/ui/frame/desk";
import { RouteErrorPage, RouteErrorSection } from "~/ui/frame/error-page";
import { ManagementShell } from "~/ui/frame/shell";
import { errorPageTitleMeta } from "~/ui/frame/title";
import type { DeskWindowLoaders } from "~/ui/frame/use-keys";
import { listPages } from "../verbs";

export { shouldRevalidate } from "~/ui/frame/revalidate";
export { thrownFailureHeaders as headers } from "~/ui/frame/thrown-failure";

export const handle = { hydrate: true, guard: { kind: "member", role: "viewer" } satisfies RouteGuard };

/** Returns the files that manage what the page is about: every form of every noun says so, without code of its own. */
async function managingFiles({ ctx, pageId, url }: PageDeskRequest): Promise<Result<ManagingFile[]>> {
  const [, , , ...path] = url.pathname.replace(/\.data$/, "").split("/");
  const subject = managedSubjectOf(path, pageId);
  return subject === null ? ok([]) : readManagingFiles(ctx, { pageId, subject });
}

export const meta = errorPageTitleMeta;

export const loader = pageDeskHandler(async (desk) => {
  const { ctx, slug, pageId } = desk;
  const [pages, managing] = await unwrapAllOrThrow(listPages(ctx), managingFiles(desk));
  const name = pages.find((each) => each.id === pageId)?.name ?? slug;
  const role: Role = ctx.member?.role ?? "viewer";
  const mine = pages.filter((each) => each.role !== null);
  return {
    page: { slug, name, role },
    pages: mine.map((each) => ({ slug: each.slug, name: each.name })),
    managing,
  };
});

const windows: DeskWindowLoaders = {
  search: async () => (await import("~/search/desk/palette")).SearchPalette,
  shortcuts: async () => (await import("~/deployment/system/desk/key-window")).KeyboardShortcutsWindow,
};

export default function PageLayout() {
  const { page, pages, managing } = useLoaderData<typeof loader>();
  const admin = isRoleAtLeast(page.role, "admin");
  return (
    <ManagementShell page={page} pages={pages} windows={windows}>
      {admin ? <ManagedByFilesBanner files={managing} action={`/manage/${page.slug}/configuration`} /> : null}
      <Outlet />
    </ManagementShell>
  );
}

/** Keeps the menu and the search around what went wrong in a room, unless the page itself could not be read. */
export function ErrorBoundary() {
  const layout = useRouteLoaderData<typeof loader>("pages/desk/page-layout.route");
  if (!layout) return <RouteErrorPage />;
  return (
    <ManagementShell page={layout.page} pages={layout.pages} windows={windows}>
      <RouteErrorSection />
    </ManagementShell>
  );
}
