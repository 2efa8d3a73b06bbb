import { useActionData, useLoaderData } from "@remix-run/react";
import type { Guard } from "~/http/guard";
import { settingValues } from "~/rules/fields/setting";
import { channelNameField, channelNewsFields } from "~/rules/telling/fields";
import { listChannelDeliveries } from "~/usecases/channels/list-deliveries";
import { readChannel } from "~/usecases/channels/read";
import { ChangeSection } from "../frame/change-section";
import { onPage, orThrow, param } from "../frame/desk";
import { useMay } from "../frame/may";
import { titled } from "../frame/title";
import { Button } from "../parts/button";
import { ButtonForm, useFormState } from "../parts/form";
import { ButtonConflicts } from "../parts/form-part";
import { Fold, PageHead, Section } from "../parts/list";
import { NounConflict } from "../parts/noun-conflict";
import { Pager } from "../parts/pager";
import { readPosted } from "../parts/posted";
import { settingsAsFields } from "../parts/setting-fields";
import { TimeText } from "../parts/time-text";
import { actOnChannel } from "./channel-actions";
import { ChannelForm, channelPicks } from "./channel-form";
import { ChannelDanger, ChannelDeliveries, Secrets, shownOnceOf } from "./channel-parts";
import { eventWords } from "./team-words";

export { clientAction } from "../frame/client-action";
export { shouldRevalidate } from "../frame/revalidate";

export const handle = { guard: { kind: "member", role: "viewer", write: "admin" } satisfies Guard };

export const meta = titled("Channel");

export const loader = onPage(async (desk) => {
  const { ctx, pageId, slug, url } = desk;
  const id = param(desk, "id");
  const before = url.searchParams.get("before") ?? undefined;
  const read = orThrow(await readChannel(ctx, { pageId, id }));
  const listed = orThrow(await listChannelDeliveries(ctx, { pageId, channelId: id, before }));
  return { ...read, ...listed, first: before === undefined, here: `/manage/${slug}/channels/${id}` };
});

export const action = onPage(async (desk) => actOnChannel(desk, await readPosted(desk)));

function StatePart() {
  const { channel } = useLoaderData<typeof loader>();
  const admin = useMay("admin");
  const { disabledAt, disabledReason, version } = channel;
  return (
    <div className="grid gap-3">
      {disabledAt === null ? (
        <p>{`It is told: ${channel.events.map((event) => eventWords(event).toLowerCase()).join("; ")}.`}</p>
      ) : (
        <p>
          {disabledReason ? `Switched off, because ${disabledReason}` : "Paused"} (<TimeText at={disabledAt} />
          ). No notifications are sent.
        </p>
      )}
      {admin ? (
        <div className="flex flex-wrap gap-3">
          <ButtonForm name="test">
            <Button>Send a test</Button>
          </ButtonForm>
          <ButtonForm name={disabledAt === null ? "pause" : "resume"} version={version}>
            <Button>{disabledAt === null ? "Pause" : "Switch on again"}</Button>
          </ButtonForm>
        </div>
      ) : null}
    </div>
  );
}

function EditPart() {
  const { channel, settings, settingFields, intro, made, here } = useLoaderData<typeof loader>();
  const state = useFormState("channel");
  return (
    <>
      <NounConflict
        form="channel"
        saved={{ ...channel, ...settingValues(settingFields, settings) }}
        fields={{ ...channelNameField, ...settingsAsFields(settingFields), ...channelNewsFields }}
        picks={channelPicks}
        keepTo={here}
      />
      {state?.conflict ? null : (
        <Fold title="Name, settings and events" open={state !== null}>
          <p className="text-soft">{intro}</p>
          <ChannelForm
            form="channel"
            version={channel.version}
            values={{ ...channel, settings }}
            settingFields={settingFields}
            submit="Save"
          />
        </Fold>
      )}
      <ChannelDanger version={channel.version} made={made} />
    </>
  );
}

export default function Channel() {
  const { channel, kindTitle, deliveries, before, first, here } = useLoaderData<typeof loader>();
  const secrets = shownOnceOf(useActionData());
  const admin = useMay("admin");
  return (
    <>
      <PageHead title={channel.name} note={kindTitle} />
      {secrets ? <Secrets secrets={secrets} /> : null}
      <ButtonConflicts forms={["pause", "resume", "rotate", "delete"]} version={channel.version} keepTo={here} />
      <StatePart />
      <div id="deliveries">
        <Section title="Deliveries">
          <ChannelDeliveries deliveries={deliveries} editable={admin} />
          <Pager before={before} first={first} />
        </Section>
      </div>
      <ChangeSection>
        <EditPart />
      </ChangeSection>
    </>
  );
}
