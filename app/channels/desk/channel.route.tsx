import { useActionData, useLoaderData } from "@remix-run/react";
import { settingValues } from "~/fields/setting";
import type { RouteGuard } from "~/http/guard";
import { refusalTextFormatter } from "~/i18n/refusal-text";
import { channelNameField, channelNewsFields } from "~/notifications/rules/fields";
import { AdminEditSection } from "~/ui/frame/change-section";
import { pageDeskHandler, routeParam, unwrapAllOrThrow } from "~/ui/frame/desk";
import { useHasRole } from "~/ui/frame/may";
import { namedPageTitleMeta } from "~/ui/frame/title";
import { placeTrail as trail } from "~/ui/frame/trail";
import { adapterWords } from "~/ui/parts/adapter-words";
import { Button } from "~/ui/parts/button";
import { ButtonForm, useFormState } from "~/ui/parts/form";
import { ButtonConflictSection } from "~/ui/parts/form-part";
import { Fold, LineFold, PageHead, Section } from "~/ui/parts/list";
import { NounConflictSection } from "~/ui/parts/noun-conflict";
import { Pager } from "~/ui/parts/pager";
import { readPostedForm } from "~/ui/parts/posted-form";
import { useSettingFields } from "~/ui/parts/setting-fields";
import { TimeText } from "~/ui/parts/time-text";
import { listChannelDeliveries } from "../deliveries";
import { countMissedByNewChannel } from "../send-present-state";
import { readChannel } from "../verbs";
import { handleChannelPost } from "./channel-actions";
import { translateDeliveryAttempts } from "./channel-attempts";
import { ChannelForm, useChannelFieldChoices } from "./channel-form";
import {
  ChannelDeliveriesSection,
  MissedStateBanner,
  OneTimeSecretsSection,
  RotateAndDeleteChannelSection,
  readOneTimeChannelSecrets,
} from "./channel-parts";
import { useChannelEventCountText } from "./channel-table";
import { channelEventsSentence } from "./channel-words";
import { useWords, wordsIn } from "./words/words";

export { clientAction } from "~/ui/frame/client-action";
export { shouldRevalidate } from "~/ui/frame/revalidate";

export const handle = { guard: { kind: "member", role: "viewer", write: "admin" } satisfies RouteGuard, trail };

export const meta = namedPageTitleMeta(wordsIn, "page.one", "channel.name");

export const loader = pageDeskHandler(async (desk) => {
  const { ctx, pageId, slug, url } = desk;
  const id = routeParam(desk, "id");
  const before = url.searchParams.get("before") ?? undefined;
  const [read, listed, missed] = await unwrapAllOrThrow(
    readChannel(ctx, { pageId, id }),
    listChannelDeliveries(ctx, { pageId, channelId: id, before }),
    countMissedByNewChannel(ctx, { pageId, id }),
  );
  const { kind } = read.channel;
  const words = adapterWords("channels", desk.language);
  const { kindTitle } = words.row({ kind, kindTitle: read.kindTitle });
  const said = {
    kindTitle,
    intro: words.intro(kind, read.intro),
    settingFields: words.settings(kind, read.settingFields),
    channel: { ...read.channel, disabledReason: refusalTextFormatter(desk.language)(read.channel.disabledReason) },
    deliveries: listed.deliveries.map((each) => ({
      ...each,
      attempts: translateDeliveryAttempts(desk.language, each),
    })),
  };
  const here = `/manage/${slug}/channels/${id}`;
  return { ...read, ...listed, ...said, missed, first: before === undefined, here };
});

export const action = pageDeskHandler(async (desk) => handleChannelPost(desk, await readPostedForm(desk)));

/** The events that the channel sends, or since when and why it sends nothing. */
function Sending() {
  const { channel, leftAloneUntil } = useLoaderData<typeof loader>();
  const words = useWords();
  const sends = useChannelEventCountText();
  const { disabledAt, disabledReason } = channel;
  if (disabledAt === null) {
    return (
      <div>
        <LineFold title={sends(channel)}>
          <p>{channelEventsSentence(words, channel.events)}</p>
        </LineFold>
        {leftAloneUntil === null ? null : (
          <p>{words.say("state.left_alone", { at: <TimeText at={leftAloneUntil} exact /> })}</p>
        )}
      </div>
    );
  }
  const at = <TimeText at={disabledAt} />;
  if (!disabledReason) return <p>{words.say("state.paused", { at })}</p>;
  return (
    <div>
      <p>{words.say("state.switched_off", { at })}</p>
      <p>{words.say("state.reason", { reason: <bdi>{disabledReason}</bdi> })}</p>
    </div>
  );
}

function StatePart() {
  const { t } = useWords();
  const { channel } = useLoaderData<typeof loader>();
  const admin = useHasRole("admin");
  const { disabledAt, version } = channel;
  return (
    <div className="grid gap-3">
      <Sending />
      {admin ? (
        <div className="flex flex-wrap gap-3">
          <ButtonForm name="test">
            <Button>{t("button.test")}</Button>
          </ButtonForm>
          <ButtonForm name={disabledAt === null ? "pause" : "resume"} version={version}>
            <Button>{t(disabledAt === null ? "button.pause" : "button.resume")}</Button>
          </ButtonForm>
        </div>
      ) : null}
    </div>
  );
}

function EditPart() {
  const { t } = useWords();
  const { channel, components, settings, settingFields, intro, made, here } = useLoaderData<typeof loader>();
  const state = useFormState("channel");
  return (
    <>
      <NounConflictSection
        form="channel"
        saved={{ ...channel, ...settingValues(settingFields, settings) }}
        fields={{ ...channelNameField, ...useSettingFields(settingFields), ...channelNewsFields }}
        picks={useChannelFieldChoices(components)}
        keepTo={here}
      />
      {state?.conflict ? null : (
        <Fold title={t("edit.title")} open={state !== null}>
          <p className="text-soft">{intro}</p>
          <ChannelForm
            form="channel"
            version={channel.version}
            values={{ ...channel, settings }}
            settingFields={settingFields}
            components={components}
            submit={t("button.save")}
          />
        </Fold>
      )}
      <RotateAndDeleteChannelSection version={channel.version} hasSecret={made.length > 0} />
    </>
  );
}

export default function ChannelPage() {
  const { t } = useWords();
  const { channel, kindTitle, deliveries, before, first, here, missed } = useLoaderData<typeof loader>();
  const secrets = readOneTimeChannelSecrets(useActionData());
  const admin = useHasRole("admin");
  return (
    <>
      <PageHead title={channel.name} note={kindTitle} />
      {secrets ? <OneTimeSecretsSection secrets={secrets} /> : null}
      <ButtonConflictSection
        forms={["pause", "resume", "rotate", "delete", "catch-up"]}
        version={channel.version}
        keepTo={here}
      />
      {admin && missed.alerts + missed.drafts > 0 ? <MissedStateBanner {...missed} /> : null}
      <StatePart />
      <div id="deliveries">
        <Section title={t("delivery.section")}>
          <ChannelDeliveriesSection deliveries={deliveries} editable={admin} />
          <Pager before={before} first={first} />
        </Section>
      </div>
      <AdminEditSection>
        <EditPart />
      </AdminEditSection>
    </>
  );
}
