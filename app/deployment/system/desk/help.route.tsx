import { useLoaderData } from "@remix-run/react";
import type { RouteGuard } from "~/http/guard";
import { pageAddress } from "~/pages/rules/page-address";
import { badgeStyles } from "~/pages/rules/page-links";
import { embedSnippets, mirrorCommand } from "~/pages/rules/page-snippets";
import { readPage } from "~/pages/verbs";
import { pageDeskHandler, unwrapOrThrow } from "~/ui/frame/desk";
import { translatedPageTitleMeta } from "~/ui/frame/title";
import { PageHead, Section } from "~/ui/parts/list";
import { CopyableTextBox } from "~/ui/parts/to-paste";
import { KeyboardShortcutsPanel } from "./key-list";
import { LinksPanel } from "./way-list";
import { useWords, wordsIn } from "./words/words";

export const handle = { guard: { kind: "member", role: "viewer" } satisfies RouteGuard };

export const meta = translatedPageTitleMeta(wordsIn, "page.help");

export const loader = pageDeskHandler(async ({ ctx, pageId }) => {
  const page = unwrapOrThrow(await readPage(ctx, { pageId }));
  const { origin } = ctx.config;
  return { origin, address: pageAddress(origin, page), isPublic: page.visibility === "public" };
});

type HelpRouteData = ReturnType<typeof useLoaderData<typeof loader>>;

function Programs({ origin, address, isPublic }: HelpRouteData) {
  const { t } = useWords();
  return (
    <Section id="programs" title={t("section.programs")}>
      <LinksPanel
        ways={[
          { to: "/api/v1/docs", title: t("way.docs"), about: t("way_about.docs"), outside: true },
          { to: "/manage/account#tokens", title: t("way.tokens"), about: t("way_about.tokens") },
        ]}
      />
      <CopyableTextBox title={t("item.metrics")}>{`${origin}/metrics`}</CopyableTextBox>
      <CopyableTextBox title={t("item.health")}>{`${origin}/healthz`}</CopyableTextBox>
      {isPublic ? null : <p className="text-soft">{t("item.private")}</p>}
      <CopyableTextBox title={t("item.summary")}>{`${address}/api/v2/summary.json`}</CopyableTextBox>
      <CopyableTextBox title={t("item.feed")}>{`${address}/feed.atom`}</CopyableTextBox>
      <CopyableTextBox title={t("item.calendar")}>{`${address}/calendar.ics`}</CopyableTextBox>
    </Section>
  );
}

function Sites(data: HelpRouteData) {
  const { t, list } = useWords();
  const { badge, card, line } = embedSnippets(data);
  return (
    <Section id="sites" title={t("section.sites")}>
      <CopyableTextBox title={t("item.badge", { styles: list(badgeStyles) })}>{badge}</CopyableTextBox>
      <CopyableTextBox title={t("item.card")}>{card}</CopyableTextBox>
      <CopyableTextBox title={t("item.line")}>{line}</CopyableTextBox>
    </Section>
  );
}

export default function HelpPage() {
  const data = useLoaderData<typeof loader>();
  const { t } = useWords();
  return (
    <>
      <PageHead title={t("page.help")} note={t("page.help_about")} />
      <Section id="keys" title={t("section.keys")}>
        <KeyboardShortcutsPanel />
      </Section>
      <Programs {...data} />
      <Sites {...data} />
      <Section id="copy" title={t("section.copy")}>
        <CopyableTextBox title={t("item.mirror")}>{mirrorCommand(data)}</CopyableTextBox>
      </Section>
    </>
  );
}
