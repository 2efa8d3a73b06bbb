import { useLoaderData } from "@remix-run/react";
import type { RouteGuard } from "~/http/guard";
import { allOrThrow, onPage } from "~/ui/frame/desk";
import { translatedPageTitle } from "~/ui/frame/title";
import { Conflict } from "~/ui/parts/conflict";
import { PageHead } from "~/ui/parts/list";
import { NounConflict } from "~/ui/parts/noun-conflict";
import { answerForm, readPostedForm, refuseUnknown, typedText } from "~/ui/parts/posted-form";
import { askForHost, checkHost, readPageHost, removeHost } from "../../own-host";
import { hostFields } from "../../rules/fields";
import { readPage } from "../../verbs";
import { AskHost, DomainCheckedAt, OwnHost, ProveHost, RemoveHost } from "./settings-domain";
import { useWords, wordsIn } from "./words/words";

export { clientAction } from "~/ui/frame/client-action";
export { shouldRevalidate } from "~/ui/frame/revalidate";

export const handle = { guard: { kind: "member", role: "owner" } satisfies RouteGuard };

export const meta = translatedPageTitle(wordsIn, "nav.domain");

export const loader = onPage(async ({ ctx, pageId, slug }) => {
  const [{ version, hostCheckedAt }, { host, wanted }] = await allOrThrow(
    readPage(ctx, { pageId }),
    readPageHost(ctx, { pageId }),
  );
  const home = { own: new URL(ctx.config.origin).host, onCloudflare: ctx.config.onCloudflare };
  return { version, hostCheckedAt, host, wanted, home, slug, here: `/manage/${slug}/settings/domain` };
});

export const action = onPage(async (desk) => {
  const posted = await readPostedForm(desk);
  const { version, commitId, fields } = posted;
  const page = { pageId: desk.pageId, version, commitId };
  const here = `/manage/${desk.slug}/settings/domain`;
  if (posted.intent === "check") return answerForm(posted, await checkHost(desk.ctx, page), here, "domain-connected");
  if (posted.intent === "remove") return answerForm(posted, await removeHost(desk.ctx, page), here, "domain-removed");
  if (posted.intent !== "ask") return refuseUnknown(posted);
  const asked = await askForHost(desk.ctx, { ...page, host: typedText(fields, "host") });
  return answerForm(posted, asked, here, "domain-entered");
});

export default function Domain() {
  const { t } = useWords();
  const { version, hostCheckedAt, host, wanted, home, slug, here } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHead title={t("nav.domain")} />
      <NounConflict
        form="ask"
        saved={{ host: wanted?.host ?? host ?? "", version }}
        fields={hostFields}
        picks={{}}
        keepTo={here}
      />
      {["check", "remove"].map((form) => (
        <Conflict key={form} form={form} version={version} fields={[]} keepTo={here} />
      ))}
      {host === null && wanted === null ? (
        <p className="max-w-prose text-soft">{t("domain.none", { address: `${home.own}/${slug}` })}</p>
      ) : null}
      {host === null ? null : <OwnHost version={version} host={host} home={home} />}
      {host === null ? null : <DomainCheckedAt at={hostCheckedAt} />}
      {wanted === null ? null : <ProveHost version={version} wanted={wanted} home={home} />}
      {wanted === null ? <AskHost version={version} host={host} /> : null}
      {wanted !== null && host === null ? <RemoveHost version={version} label={t("domain.cancel")} /> : null}
    </>
  );
}
