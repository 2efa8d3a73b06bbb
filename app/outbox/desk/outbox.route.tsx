import { useLoaderData } from "@remix-run/react";
import { SystemHead } from "~/deployment/system/desk/system-head";
import type { RouteGuard } from "~/http/guard";
import { type OutboxFilter, outboxFilters, outboxWays } from "~/notifications/rules/outbox";
import { pageDeskHandler, unwrapOrThrow } from "~/ui/frame/desk";
import { translatedPageTitleMeta } from "~/ui/frame/title";
import { FilterLinks } from "~/ui/parts/filter-links";
import { Pager } from "~/ui/parts/pager";
import { listNotices } from "../verbs";
import { MailBanner } from "./mail-banner";
import { localisedMailView } from "./mail-in";
import { NoticeList } from "./outbox-parts";
import { useNoticeWayName } from "./outbox-words";
import { useWords, wordsIn } from "./words/words";

export const handle = { guard: { kind: "member", role: "viewer" } satisfies RouteGuard };

export const meta = translatedPageTitleMeta(wordsIn, "list.title");

const filterOf = (text: string | null): OutboxFilter => outboxFilters.find((each) => each === text) ?? "all";

export const loader = pageDeskHandler(async ({ ctx, pageId, slug, url, language }) => {
  const filter = filterOf(url.searchParams.get("filter"));
  const before = url.searchParams.get("before") ?? undefined;
  const way = outboxWays.find((each) => each === url.searchParams.get("way"));
  const listed = unwrapOrThrow(await listNotices(ctx, { pageId, filter, way, before }));
  const mail = localisedMailView(language, listed.mail);
  return { ...listed, mail, filter, way: way ?? "", first: before === undefined, slug, here: `/manage/${slug}/outbox` };
});

const addressOf = (filter: string, way: string) => `?${new URLSearchParams({ filter, ...(way ? { way } : {}) })}`;

export default function Outbox() {
  const { t } = useWords();
  const words = Object.fromEntries(outboxFilters.map((each) => [each, t(`filter.${each}`)]));
  const wayText = useNoticeWayName();
  const ofWay = (each: (typeof outboxWays)[number]) => (each === "channels" ? t("list.channels") : wayText(each));
  const ways = { "": t("list.every_way"), ...Object.fromEntries(outboxWays.map((each) => [each, ofWay(each)])) };
  const { notices, before, mail, filter, way, first, slug, here } = useLoaderData<typeof loader>();
  return (
    <>
      <SystemHead slug={slug} title={t("list.title")} note={t("list.note")} />
      <MailBanner mail={mail} />
      <div className="grid gap-3">
        <FilterLinks
          label={t("list.filter")}
          words={words}
          chosen={filter}
          addressOf={(each) => addressOf(each, way)}
        />
        <FilterLinks
          label={t("list.filter_way")}
          words={ways}
          chosen={way}
          addressOf={(each) => addressOf(filter, each)}
        />
        <NoticeList notices={notices} here={here} filtered={filter !== "all" || way !== ""} />
        <Pager before={before} first={first} keep={{ filter, ...(way ? { way } : {}) }} />
      </div>
    </>
  );
}
