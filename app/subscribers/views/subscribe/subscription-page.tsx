/** @jsxImportSource ~/html */
import { languageNames, languageOrEnglish } from "~/i18n/languages";
import type { ServedPage } from "~/status-page/rules/seen-page";
import { PublicPageLayout } from "~/status-page/views/frame/layout";
import {
  FormErrorBanner,
  type HiddenFieldValues,
  PublicPostForm,
  type SubmittedForm,
  SubscriptionScopeFields,
} from "~/status-page/views/parts/forms";
import type { RenderContext } from "~/status-page/views/parts/frame";
import { TimeZoneOptions } from "~/status-page/views/parts/zone-list";
import type { SubscriptionView } from "../../subscription";

interface SubscriptionPageContext {
  frame: RenderContext;
  page: ServedPage;
}

interface SubscriptionFormProps extends SubscriptionPageContext {
  /** Token of the URL `<page>/subscriptions/<token>`. */
  token: string;
  carried: HiddenFieldValues;
}

const here = (frame: RenderContext, token: string) => `${frame.prefix}/subscriptions/${token}`;

/** A button, because mail programs follow links but press no buttons. */
export function ConfirmSubscriptionPage({ frame, page, token, carried }: SubscriptionFormProps) {
  const { t } = frame.words;
  return (
    <PublicPageLayout frame={frame} page={page} back>
      <h1 class="own">{t("subscribe.confirm")}</h1>
      <p>{t("subscribe.confirm_about", { page: page.snapshot.page.name })}</p>
      <PublicPostForm action={here(frame, token)} carried={carried} hidden={{ act: "confirm" }}>
        <button type="submit">{t("subscribe.confirm_button")}</button>
      </PublicPostForm>
    </PublicPageLayout>
  );
}

export function SubscriptionGonePage({ frame, page }: SubscriptionPageContext) {
  const { t } = frame.words;
  return (
    <PublicPageLayout frame={frame} page={page} back>
      <h1 class="own">{t("subscribe.gone")}</h1>
      <p>{t("subscribe.gone_about")}</p>
      <p class="more">
        <a href={`${frame.prefix}/subscribe`}>{t("subscribe.heading_any")}</a>
      </p>
    </PublicPageLayout>
  );
}

/** Words for subscriptions by email, by browser and in other ways. */
const textKeys = {
  email: {
    about: "subscribe.yours_about",
    confirmed: "subscribe.confirmed_about",
    quarantined: "subscribe.quarantined",
    language: "subscribe.language",
    zone: "subscribe.time_zone",
    leave: "subscribe.leave_about",
    leaveThis: "subscribe.leave_button",
    leaveAll: "subscribe.leave_all",
    left: "subscribe.left_about",
  },
  push: {
    about: "push.yours_about",
    confirmed: "push.confirmed_about",
    quarantined: "push.quarantined",
    language: "push.language",
    zone: "push.time_zone",
    leave: "push.leave_about",
    leaveThis: "push.leave_button",
    leaveAll: "push.leave_all",
    left: "push.left_about",
  },
  /** Other kinds, which are named by their own name, such as Slack. */
  way: {
    about: "subscribe.yours_any",
    confirmed: "subscribe.confirmed_any",
    quarantined: "subscribe.quarantined_any",
    language: "push.language",
    zone: "push.time_zone",
    leave: "subscribe.leave_any",
    leaveThis: "subscribe.leave",
    leaveAll: "subscribe.leave",
    left: "subscribe.left_any",
  },
} as const;

const textKeysOf = ({ kind }: SubscriptionView) =>
  kind === "email" ? textKeys.email : kind === "web-push" ? textKeys.push : textKeys.way;

function LeftPage({ frame, page, view }: SubscriptionPageContext & { view: SubscriptionView }) {
  const { t } = frame.words;
  return (
    <PublicPageLayout frame={frame} page={page} back>
      <h1 class="own">{t("subscribe.left")}</h1>
      <p>{t(textKeysOf(view).left, { page: page.snapshot.page.name, address: view.address })}</p>
      <p class="more">
        <a href={`${frame.prefix}/subscribe`}>{t("subscribe.left_back")}</a>
      </p>
    </PublicPageLayout>
  );
}

interface ZoneProps {
  frame: RenderContext;
  label: string;
  zone: string;
  error: string | undefined;
}

function ZoneChoice({ frame, label, zone, error }: ZoneProps) {
  return (
    <div>
      <label for="zone">{label}</label>
      <select id="zone" name="timeZone" {...(error ? { "aria-describedby": "zone-error" } : {})}>
        <TimeZoneOptions frame={frame} chosen={zone} />
      </select>
      {error ? (
        <p class="wrong" id="zone-error">
          {error}
        </p>
      ) : null}
    </div>
  );
}

type Groups = readonly SubscriptionView["groups"][number][];

/** Returns the groups that visitors see, and chosen ones that are empty now. */
const offeredGroups = (shown: Groups, chosen: Groups): Groups => [
  ...shown,
  ...chosen.filter(({ id }) => !shown.some((each) => each.id === id)),
];

function ChangeForm({ frame, page, token, carried, view, typed }: SubscriptionPageProps) {
  const { t } = frame.words;
  return (
    <PublicPostForm action={here(frame, token)} carried={carried} hidden={{ act: "change" }}>
      <FormErrorBanner frame={frame} typed={typed} />
      {view.scope === "incident" ? null : (
        <SubscriptionScopeFields
          frame={frame}
          components={page.snapshot.components}
          groups={offeredGroups(page.snapshot.groups, view.groups)}
          scope={view.scope}
          chosen={view.componentIds}
          typed={typed}
        />
      )}
      <div>
        <label for="language">{t(textKeysOf(view).language)}</label>
        <select id="language" name="language">
          {Object.entries(languageNames).map(([tag, name]) => (
            <option
              key={tag}
              value={tag}
              lang={tag}
              selected={tag === languageOrEnglish(typed.values.language ?? view.language)}
            >
              {name}
            </option>
          ))}
        </select>
      </div>
      <ZoneChoice
        frame={frame}
        label={t(textKeysOf(view).zone)}
        zone={typed.values.timeZone ?? view.timeZone}
        error={typed.errors.timeZone}
      />
      <button type="submit">{t("subscribe.save")}</button>
    </PublicPostForm>
  );
}

function LeaveForms({ frame, token, carried, view }: SubscriptionFormProps & { view: SubscriptionView }) {
  const { t } = frame.words;
  const own = textKeysOf(view);
  return (
    <section>
      <h2>{t("subscribe.leave")}</h2>
      <p class="note">{t(own.leave)}</p>
      {own === textKeys.way ? null : (
        <PublicPostForm action={here(frame, token)} carried={carried} hidden={{ act: "leave" }}>
          <button type="submit" class="quiet">
            {t(own.leaveThis)}
          </button>
        </PublicPostForm>
      )}
      <PublicPostForm action={here(frame, token)} carried={carried} hidden={{ act: "leave_all" }}>
        <button type="submit" class="quiet">
          {t(own.leaveAll)}
        </button>
      </PublicPostForm>
    </section>
  );
}

interface SubscriptionPageProps extends SubscriptionFormProps {
  /** True when it is by email and no email is sent. */
  unmailed: boolean;
  view: SubscriptionView;
  typed: SubmittedForm;
  /** Result of the action that has just been done. */
  done: "confirmed" | "already" | "saved" | null;
}

const headings = { confirmed: "subscribe.confirmed", already: "subscribe.already", saved: "subscribe.yours" } as const;

/** Page behind the link of every email: change the subscription or unsubscribe. */
export function SubscriptionPage(props: SubscriptionPageProps) {
  const { frame, page, view, done, unmailed } = props;
  const { t } = frame.words;
  const { name } = page.snapshot.page;
  if (view.left) return <LeftPage frame={frame} page={page} view={view} />;
  return (
    <PublicPageLayout frame={frame} page={page} back>
      <h1 class="own">{t(done ? headings[done] : "subscribe.yours")}</h1>
      {done === "saved" ? <p role="status">{t("subscribe.saved")}</p> : null}
      {done === "confirmed" ? <p>{t(textKeysOf(view).confirmed, { page: name })}</p> : null}
      <p>{t(textKeysOf(view).about, { page: name, address: view.address })}</p>
      {view.scope === "incident" ? <p>{t("subscribe.yours_incident")}</p> : null}
      {unmailed ? <p class="notice">{t("subscribe.no_mail_yours")}</p> : null}
      {view.quarantined ? <p class="notice">{t(textKeysOf(view).quarantined)}</p> : null}
      <ChangeForm {...props} />
      <LeaveForms {...props} />
    </PublicPageLayout>
  );
}
