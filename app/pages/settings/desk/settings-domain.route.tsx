import { useLoaderData } from "@remix-run/react";
import type { RouteGuard } from "~/http/guard";
import { pageDeskHandler, unwrapAllOrThrow } from "~/ui/frame/desk";
import { translatedPageTitleMeta } from "~/ui/frame/title";
import { EditConflictSection } from "~/ui/parts/conflict";
import { PageHead } from "~/ui/parts/list";
import { NounConflictSection } from "~/ui/parts/noun-conflict";
import { formResultResponse, readPostedForm, readPostedText, unknownFormResponse } from "~/ui/parts/posted-form";
import { readPageHost, removePageHost, requestPageHost, verifyPageHost } from "../../own-host";
import { pageHostFields } from "../../rules/fields";
import { readPage } from "../../verbs";
import {
  DomainCheckTimeText,
  PageHostSection,
  RemoveHostForm,
  RequestHostForm,
  VerifyHostSection,
} from "./settings-domain";
import { useWords, wordsIn } from "./words/words";

export { clientAction } from "~/ui/frame/client-action";
export { shouldRevalidate } from "~/ui/frame/revalidate";

export const handle = { guard: { kind: "member", role: "owner" } satisfies RouteGuard };

export const meta = translatedPageTitleMeta(wordsIn, "nav.domain");

export const loader = pageDeskHandler(async ({ ctx, pageId, slug }) => {
  const [{ version, hostCheckedAt }, { host, wanted }] = await unwrapAllOrThrow(
    readPage(ctx, { pageId }),
    readPageHost(ctx, { pageId }),
  );
  const home = { own: new URL(ctx.config.origin).host, onCloudflare: ctx.config.onCloudflare };
  return { version, hostCheckedAt, host, wanted, home, slug, here: `/manage/${slug}/settings/domain` };
});

export const action = pageDeskHandler(async (desk) => {
  const posted = await readPostedForm(desk);
  const { version, commitId, fields } = posted;
  const page = { pageId: desk.pageId, version, commitId };
  const here = `/manage/${desk.slug}/settings/domain`;
  if (posted.intent === "check")
    return formResultResponse(posted, await verifyPageHost(desk.ctx, page), here, "domain-connected");
  if (posted.intent === "remove")
    return formResultResponse(posted, await removePageHost(desk.ctx, page), here, "domain-removed");
  if (posted.intent !== "ask") return unknownFormResponse(posted);
  const asked = await requestPageHost(desk.ctx, { ...page, host: readPostedText(fields, "host") });
  return formResultResponse(posted, asked, here, "domain-entered");
});

export default function DomainSettingsPage() {
  const { t } = useWords();
  const { version, hostCheckedAt, host, wanted, home, slug, here } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHead title={t("nav.domain")} />
      <NounConflictSection
        form="ask"
        saved={{ host: wanted?.host ?? host ?? "", version }}
        fields={pageHostFields}
        picks={{}}
        keepTo={here}
      />
      {["check", "remove"].map((form) => (
        <EditConflictSection key={form} form={form} version={version} fields={[]} keepTo={here} />
      ))}
      {host === null && wanted === null ? (
        <p className="max-w-prose text-soft">{t("domain.none", { address: `${home.own}/${slug}` })}</p>
      ) : null}
      {host === null ? null : <PageHostSection version={version} host={host} home={home} />}
      {host === null ? null : <DomainCheckTimeText at={hostCheckedAt} />}
      {wanted === null ? null : <VerifyHostSection version={version} wanted={wanted} home={home} />}
      {wanted === null ? <RequestHostForm version={version} host={host} /> : null}
      {wanted !== null && host === null ? <RemoveHostForm version={version} label={t("domain.cancel")} /> : null}
    </>
  );
}
