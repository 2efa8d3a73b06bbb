import { Link, useLoaderData } from "@remix-run/react";
import { inlineLinkTargetClass } from "~/alerts/shown/desk/alert-origin";
import type { RouteGuard } from "~/http/guard";
import { refusalTextFormatter } from "~/i18n/refusal-text";
import { AddLink } from "~/ui/frame/add-link";
import { pageDeskHandler, unwrapOrThrow } from "~/ui/frame/desk";
import { useHasRole } from "~/ui/frame/may";
import { translatedPageTitleMeta } from "~/ui/frame/title";
import { adapterWords } from "~/ui/parts/adapter-words";
import { EmptyState, PageHead } from "~/ui/parts/list";
import { listChannels } from "../verbs";
import { ChannelTable } from "./channel-table";
import { useWords, wordsIn } from "./words/words";

export const handle = { guard: { kind: "member", role: "viewer" } satisfies RouteGuard };

export const meta = translatedPageTitleMeta(wordsIn, "page.list");

export const loader = pageDeskHandler(async ({ ctx, pageId, slug, language }) => {
  const [why, { row }] = [refusalTextFormatter(language), adapterWords("channels", language)];
  const channels = unwrapOrThrow(await listChannels(ctx, { pageId })).map(row);
  return { channels: channels.map((each) => ({ ...each, disabledReason: why(each.disabledReason) })), slug };
});

export default function ChannelsPage() {
  const { t } = useWords();
  const { channels, slug } = useLoaderData<typeof loader>();
  const admin = useHasRole("admin");
  const add = <AddLink to={`/manage/${slug}/channels/new`}>{t("page.new")}</AddLink>;
  return (
    <>
      <PageHead title={t("page.list")} note={t("page.list_about")} action={add} />
      <p className="flex flex-wrap gap-x-4">
        <Link to="/manage/account#address" className={inlineLinkTargetClass}>
          {t("page.own")}
        </Link>
        {admin ? (
          <Link to={`/manage/${slug}/settings/escalation`} className={inlineLinkTargetClass}>
            {t("page.escalation")}
          </Link>
        ) : null}
      </p>
      {channels.length === 0 ? (
        <EmptyState title={t("empty.none_yet")} about={t("empty.about")} />
      ) : (
        <ChannelTable channels={channels} slug={slug} />
      )}
    </>
  );
}
