import { data } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { listComponentNames } from "~/components/names";
import { blankFieldValues, parseFieldValues } from "~/fields/fields";
import type { RouteGuard } from "~/http/guard";
import { channelFields } from "~/notifications/rules/fields";
import { firstFreeName } from "~/text/proposed-name";
import { pageDeskHandler, unwrapAllOrThrow } from "~/ui/frame/desk";
import { translatedPageTitleMeta } from "~/ui/frame/title";
import { adapterWords } from "~/ui/parts/adapter-words";
import { ButtonLink } from "~/ui/parts/button";
import { KindTiles } from "~/ui/parts/kind-list";
import { PageHead } from "~/ui/parts/list";
import {
  formFailureResponse,
  readPostedForm,
  readPostedSettings,
  readPostedText,
  redirectWithNotice,
} from "~/ui/parts/posted-form";
import { withProposedName } from "~/ui/parts/proposed-name";
import { createChannel } from "../create";
import { listChannelKinds } from "../list-kinds";
import { listChannels } from "../verbs";
import { ChannelForm } from "./channel-form";
import { OneTimeSecretsSection, readOneTimeChannelSecrets } from "./channel-parts";
import { useWords, wordsIn } from "./words/words";

export { clientAction } from "~/ui/frame/client-action";

export const handle = { guard: { kind: "member", role: "admin" } satisfies RouteGuard };

export const meta = translatedPageTitleMeta(wordsIn, "page.new");

/** Events of each alert: by the first a team learns of it before visitors do, the second says that it is over. */
const firingEvent = "alert_fired";
const ownAlertEvents: readonly string[] = [firingEvent, "alert_recovered"];

/** Returns the events of a new channel, in the order of the form. */
const eventsOf = (isFirst: boolean) => {
  const { choices, initial } = channelFields.events;
  return choices.filter((each) => initial.includes(each) || (isFirst && ownAlertEvents.includes(each)));
};

/** True when the kind calls an address that a person types. */
const callsAddress = (settings: readonly { name: string }[]) =>
  settings.some(({ name }) => name === "url" || name === "server");

const kindsIn = (language: string) => listChannelKinds().map(adapterWords("channels", language).kind);

export const loader = pageDeskHandler(async ({ ctx, pageId, url, slug, language }) => {
  const [components, channels] = await unwrapAllOrThrow(
    listComponentNames(ctx, { pageId }),
    listChannels(ctx, { pageId }),
  );
  const kinds = kindsIn(language);
  const chosen = kinds.find(({ kind }) => kind === url.searchParams.get("kind")) ?? null;
  const name = firstFreeName(
    chosen?.title ?? "",
    channels.map((each) => each.name),
  );
  // While no channel gets each alert, the team would learn of one only after visitors do, when its draft opens.
  const isFirst = !channels.some(({ events, disabledAt }) => disabledAt === null && events.includes(firingEvent));
  const isPublicOnly = ctx.config.networks.length === 0;
  return { kinds, chosen, name, slug, components, isFirst, isPublicOnly };
});

/** A generated secret is in the response itself, because no URL shows it a second time. */
export const action = pageDeskHandler(async (desk) => {
  const posted = await readPostedForm(desk);
  const { ctx, pageId, slug } = desk;
  const kind = readPostedText(posted.fields, "kind");
  const title = kindsIn(desk.language).find((each) => each.kind === kind)?.title ?? "";
  const values = await withProposedName(posted, parseFieldValues(channelFields, posted.values), title, () =>
    listChannels(ctx, { pageId }),
  );
  const given = { ...values, settings: readPostedSettings(posted.fields) };
  const made = await createChannel(ctx, { pageId, kind, ...given, commitId: posted.commitId });
  if (!made.ok) return formFailureResponse(posted, made.failure);
  const { id, shownOnce } = made.value;
  if (Object.keys(shownOnce).length === 0)
    return redirectWithNotice(`/manage/${slug}/channels/${id}`, "channel-created");
  return data({ shownOnce, made: `/manage/${slug}/channels/${id}` }, { status: 201 });
});

function Made({ secrets, to }: { secrets: Record<string, string>; to: string }) {
  const { t } = useWords();
  return (
    <>
      <PageHead title={t("page.created")} />
      <OneTimeSecretsSection secrets={secrets} />
      <div>
        <ButtonLink to={to} look="primary">
          {t("button.open")}
        </ButtonLink>
      </div>
    </>
  );
}

export default function NewChannelPage() {
  const { t } = useWords();
  const { kinds, chosen, name, components, isFirst, isPublicOnly } = useLoaderData<typeof loader>();
  const answered = useActionData<typeof action>();
  const secrets = readOneTimeChannelSecrets(answered);
  if (secrets && answered && "made" in answered) return <Made secrets={secrets} to={String(answered.made)} />;
  if (!chosen) {
    return (
      <>
        <PageHead title={t("page.new")} note={t("page.which_kind")} />
        <KindTiles family="channels" kinds={kinds} />
      </>
    );
  }
  return (
    <>
      <PageHead title={t("page.new_of_kind", { kind: chosen.title })} note={chosen.intro} />
      {isPublicOnly && callsAddress(chosen.settings) ? (
        <p className="max-w-prose text-soft">{t("edit.public_only")}</p>
      ) : null}
      <ChannelForm
        form="channel"
        action={`?kind=${chosen.kind}`}
        hidden={{ kind: chosen.kind }}
        settingFields={chosen.settings}
        components={components}
        values={{ ...blankFieldValues(channelFields), events: eventsOf(isFirst), name, settings: {} }}
        submit={t("button.create")}
        primary
      />
    </>
  );
}
