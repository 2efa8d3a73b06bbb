import { useLoaderData } from "@remix-run/react";
import type { Guard } from "~/http/guard";
import { listChannels } from "~/usecases/channels/list";
import { onPage, orThrow } from "../frame/desk";
import { useMay } from "../frame/may";
import { titled } from "../frame/title";
import { ButtonLink } from "../parts/button";
import { Detail, EmptyState, List, PageHead, Row, RowLink } from "../parts/list";
import { Tag } from "../parts/status-mark";
import { AgoText } from "../parts/time-text";
import { channelStateWords } from "./team-words";

export const handle = { guard: { kind: "member", role: "viewer" } satisfies Guard };

export const meta = titled("Channels");

export const loader = onPage(async ({ ctx, pageId, slug }) => ({
  channels: orThrow(await listChannels(ctx, { pageId })),
  slug,
}));

export default function Channels() {
  const { channels, slug } = useLoaderData<typeof loader>();
  const add = useMay("admin") ? (
    <ButtonLink to={`/manage/${slug}/channels/new`} look="primary">
      New channel
    </ButtonLink>
  ) : null;
  return (
    <>
      <PageHead title="Channels" note="Where your team is notified, in addition to email." action={add} />
      {channels.length === 0 ? (
        <EmptyState title="No channel yet">
          <p>
            A channel notifies your team when a draft opens, an alert fires or an incident is overdue for an update: in
            chat, or by a signed webhook.
          </p>
        </EmptyState>
      ) : (
        <List>
          {channels.map((channel) => (
            <Row key={channel.id}>
              <p className="flex flex-wrap items-center gap-2">
                <RowLink to={`/manage/${slug}/channels/${channel.id}`}>{channel.name}</RowLink>
                {channel.disabledAt === null ? null : (
                  <Tag tone={channel.disabledReason ? "alarm" : "neutral"}>
                    {channel.disabledReason ? "Switched off" : "Paused"}
                  </Tag>
                )}
              </p>
              <Detail>
                <span>{channel.kindTitle}</span>
                {channel.disabledReason ? <span>{channel.disabledReason}</span> : null}
                {channel.lastDelivery ? (
                  <span>
                    last message <AgoText at={channel.lastDelivery.createdAt} />:{" "}
                    {channelStateWords[channel.lastDelivery.state]?.toLowerCase()}
                  </span>
                ) : (
                  <span>nothing sent yet</span>
                )}
              </Detail>
            </Row>
          ))}
        </List>
      )}
    </>
  );
}
