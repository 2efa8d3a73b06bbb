import { useLoaderData } from "@remix-run/react";
import type { Guard } from "~/http/guard";
import { type OutboxFilter, outboxFilters } from "~/rules/telling/outbox";
import { listNotices } from "~/usecases/notices/list";
import { onPage, orThrow } from "../frame/desk";
import { titledBy } from "../frame/title";
import { FilterLinks } from "../parts/filter-links";
import { Pager } from "../parts/pager";
import { SystemHead } from "../system/system-head";
import { mailIn } from "./mail-in";
import { MailBanner, NoticeList } from "./outbox-parts";
import { useWords, wordsIn } from "./words";

export const handle = { guard: { kind: "member", role: "viewer" } satisfies Guard };

export const meta = titledBy(wordsIn, "list.title");

const filterOf = (text: string | null): OutboxFilter => outboxFilters.find((each) => each === text) ?? "all";

export const loader = onPage(async ({ ctx, pageId, slug, url, language }) => {
  const filter = filterOf(url.searchParams.get("filter"));
  const before = url.searchParams.get("before") ?? undefined;
  const listed = orThrow(await listNotices(ctx, { pageId, filter, before }));
  const mail = mailIn(language, listed.mail);
  return { ...listed, mail, filter, first: before === undefined, slug, here: `/manage/${slug}/outbox` };
});

const addressOf = (filter: string) => `?filter=${filter}`;

export default function Outbox() {
  const { t } = useWords();
  const words = Object.fromEntries(outboxFilters.map((each) => [each, t(`filter.${each}`)]));
  const { notices, before, mail, filter, first, slug, here } = useLoaderData<typeof loader>();
  return (
    <>
      <SystemHead slug={slug} title={t("list.title")} note={t("list.note")} />
      <MailBanner mail={mail} />
      <div className="grid gap-3">
        <FilterLinks label={t("list.filter")} words={words} chosen={filter} addressOf={addressOf} />
        <NoticeList notices={notices} here={here} filtered={filter !== "all"} />
        <Pager before={before} first={first} keep={{ filter }} />
      </div>
    </>
  );
}
