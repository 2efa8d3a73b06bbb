import { Link, useLoaderData } from "@remix-run/react";
import { inlineLinkTargetClass } from "~/alerts/shown/desk/alert-origin";
import type { RouteGuard } from "~/http/guard";
import { refusalTextFormatter } from "~/i18n/refusal-text";
import { AddLink } from "~/ui/frame/add-link";
import { pageDeskHandler, unwrapOrThrow } from "~/ui/frame/desk";
import { useHasRole } from "~/ui/frame/may";
import { translatedPageTitleMeta } from "~/ui/frame/title";
import { adapterWords } from "~/ui/parts/adapter-words";
import { FamilyKindLabel } from "~/ui/parts/kind-icon";
import { EmptyState, List, ListRow, ListRowDetail, PageHead, RowLink } from "~/ui/parts/list";
import { Tag } from "~/ui/parts/status-mark";
import { AgoText } from "~/ui/parts/time-text";
import { listChannels } from "../verbs";
import { parseDeliveryState } from "./channel-words";
import { useWords, wordsIn } from "./words/words";

export const handle = { guard: { kind: "member", role: "viewer" } satisfies RouteGuard };

export const meta = translatedPageTitleMeta(wordsIn, "page.list");

export const loader = pageDeskHandler(async ({ ctx, pageId, slug, language }) => {
  const [why, { row }] = [refusalTextFormatter(language), adapterWords("channels", language)];
  const channels = unwrapOrThrow(await listChannels(ctx, { pageId })).map(row);
  return { channels: channels.map((each) => ({ ...each, disabledReason: why(each.disabledReason) })), slug };
});

function LastMessage({ last }: { last: { state: string; createdAt: number } | null }) {
  const { t, say } = useWords();
  if (last === null) return t("list.nothing_sent");
  const state = parseDeliveryState(last.state);
  return say(state ? `list.last_message_${state}` : "list.last_message", { ago: <AgoText at={last.createdAt} /> });
}

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
        <List>
          {channels.map((channel) => (
            <ListRow key={channel.id}>
              <p className="flex flex-wrap items-center gap-2">
                <RowLink to={`/manage/${slug}/channels/${channel.id}`}>{channel.name}</RowLink>
                {channel.disabledAt === null ? null : (
                  <Tag tone={channel.disabledReason ? "alarm" : "neutral"}>
                    {t(channel.disabledReason ? "list.switched_off" : "list.paused")}
                  </Tag>
                )}
              </p>
              <ListRowDetail>
                <FamilyKindLabel family="channels" kind={channel.kind} title={channel.kindTitle} />
                {channel.disabledReason ? <span>{channel.disabledReason}</span> : null}
                <span>
                  <LastMessage last={channel.lastDelivery} />
                </span>
              </ListRowDetail>
            </ListRow>
          ))}
        </List>
      )}
    </>
  );
}
