import { Link, useLoaderData } from "@remix-run/react";
import { inlineLinkTargetClass } from "~/alerts/shown/desk/alert-origin";
import type { RouteGuard } from "~/http/guard";
import { timeZoneName } from "~/i18n/zone-text";
import { readOwnAccount } from "~/people/account";
import { deskHandler, unwrapAllOrThrow } from "~/ui/frame/desk";
import { ManagementShell } from "~/ui/frame/shell";
import { translatedPageTitleMeta } from "~/ui/frame/title";
import { PageHead } from "~/ui/parts/list";
import { NoticeBanner } from "~/ui/parts/notice";
import { formFailureResponse, readPostedForm, readPostedText, redirectWithNotice } from "~/ui/parts/posted-form";
import { proposeSlug } from "../rules/page-slug";
import { createPage, listPages } from "../verbs";
import { NewPageForm } from "./page-form";
import { useWords, wordsIn } from "./words/words";

export { clientAction } from "~/ui/frame/client-action";

export const handle = { guard: { kind: "operator" } satisfies RouteGuard };

export const meta = translatedPageTitleMeta(wordsIn, "page.new");

export const loader = deskHandler(async ({ ctx, timeZone }) => {
  const [pages, account] = await unwrapAllOrThrow(listPages(ctx), readOwnAccount(ctx));
  return {
    first: pages.length === 0,
    reachable: account.address !== null,
    timeZone: timeZoneName(timeZone),
    timeZones: Intl.supportedValuesOf("timeZone").map(timeZoneName),
  };
});

/**
 * Asks a person who signed in by a console link for an address. Without an address nobody can notify them, and only the
 * console signs them in.
 */
function AskReachable() {
  const { t } = useWords();
  return (
    <NoticeBanner tone="warning">
      <p className="font-medium">{t("reach.title")}</p>
      <p>{t("reach.about")}</p>
      <p className="flex flex-wrap gap-x-4">
        <Link to="/manage/account#address" className={inlineLinkTargetClass}>
          {t("reach.address")}
        </Link>
        <Link to="/manage/account#passkeys" className={inlineLinkTargetClass}>
          {t("reach.passkey")}
        </Link>
      </p>
    </NoticeBanner>
  );
}

/** Creates the page; an address that was proposed and is not available comes back as if it had been typed. */
export const action = deskHandler(async (desk) => {
  const posted = await readPostedForm(desk);
  const read = (name: string) => readPostedText(posted.fields, name).trim();
  const slug = read("slug") || proposeSlug(read("name"));
  const { commitId } = posted;
  const given = { name: read("name"), slug, timeZone: read("timeZone"), lines: read("lines"), commitId };
  const made = await createPage(desk.ctx, given);
  if (made.ok) return redirectWithNotice(`/manage/${made.value.slug}`, "page-created");
  return formFailureResponse({ ...posted, values: { ...posted.values, slug: read("name") ? slug : "" } }, made.failure);
});

export default function NewStatusPagePage() {
  const { first, reachable, ...zones } = useLoaderData<typeof loader>();
  const { t } = useWords();
  return (
    <ManagementShell narrow>
      <PageHead title={t(first ? "page.first" : "page.new")} note={t(first ? "page.first_about" : "page.about")} />
      {reachable ? null : <AskReachable />}
      <NewPageForm {...zones} />
    </ManagementShell>
  );
}
