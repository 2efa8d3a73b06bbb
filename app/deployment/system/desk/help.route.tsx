import { useLoaderData } from "@remix-run/react";
import type { RouteGuard } from "~/http/guard";
import { pageAddress } from "~/pages/rules/page-address";
import { badgeStyles } from "~/pages/rules/page-links";
import { embedSnippets, mirrorCommand } from "~/pages/rules/page-snippets";
import { readPage } from "~/pages/verbs";
import { onPage, orThrow } from "~/ui/frame/desk";
import { translatedPageTitle } from "~/ui/frame/title";
import { PageHead, Section } from "~/ui/parts/list";
import { ToPaste } from "~/ui/parts/to-paste";
import { KeyList } from "./key-list";
import { WayList } from "./way-list";
import { useWords, wordsIn } from "./words/words";

export const handle = { guard: { kind: "member", role: "viewer" } satisfies RouteGuard };

export const meta = translatedPageTitle(wordsIn, "page.help");

export const loader = onPage(async ({ ctx, pageId }) => {
  const page = orThrow(await readPage(ctx, { pageId }));
  const { origin } = ctx.config;
  return { origin, address: pageAddress(origin, page), isPublic: page.visibility === "public" };
});

type HelpRouteData = ReturnType<typeof useLoaderData<typeof loader>>;

function Programs({ origin, address, isPublic }: HelpRouteData) {
  const { t } = useWords();
  return (
    <Section id="programs" title={t("section.programs")}>
      <WayList
        ways={[
          { to: "/api/v1/docs", title: t("way.docs"), about: t("way_about.docs"), outside: true },
          { to: "/manage/account#tokens", title: t("way.tokens"), about: t("way_about.tokens") },
        ]}
      />
      <ToPaste title={t("item.metrics")}>{`${origin}/metrics`}</ToPaste>
      <ToPaste title={t("item.health")}>{`${origin}/healthz`}</ToPaste>
      {isPublic ? null : <p className="text-soft">{t("item.private")}</p>}
      <ToPaste title={t("item.summary")}>{`${address}/api/v2/summary.json`}</ToPaste>
      <ToPaste title={t("item.feed")}>{`${address}/feed.atom`}</ToPaste>
      <ToPaste title={t("item.calendar")}>{`${address}/calendar.ics`}</ToPaste>
    </Section>
  );
}

function Sites(data: HelpRouteData) {
  const { t, list } = useWords();
  const { badge, card, line } = embedSnippets(data);
  return (
    <Section id="sites" title={t("section.sites")}>
      <ToPaste title={t("item.badge", { styles: list(badgeStyles) })}>{badge}</ToPaste>
      <ToPaste title={t("item.card")}>{card}</ToPaste>
      <ToPaste title={t("item.line")}>{line}</ToPaste>
    </Section>
  );
}

export default function Help() {
  const data = useLoaderData<typeof loader>();
  const { t } = useWords();
  return (
    <>
      <PageHead title={t("page.help")} note={t("page.help_about")} />
      <Section id="keys" title={t("section.keys")}>
        <KeyList />
      </Section>
      <Programs {...data} />
      <Sites {...data} />
      <Section id="copy" title={t("section.copy")}>
        <ToPaste title={t("item.mirror")}>{mirrorCommand(data)}</ToPaste>
      </Section>
    </>
  );
}
