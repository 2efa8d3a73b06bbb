/** @jsxImportSource ~/html */
import { webhookBodies, webhookBodyTitles } from "~/notifications/rules/contact-ways";
import { PublicFormField, type SubmittedForm } from "~/status-page/views/parts/forms";
import type { RenderContext } from "~/status-page/views/parts/frame";
import type { OfferedContactWay, SmsOffer } from "../../offered-ways";

export interface WayChoiceProps {
  frame: RenderContext;
  typed: SubmittedForm;
  /** True when email is sent; otherwise only other ways are offered. */
  mail: boolean;
  /** Ways other than email. */
  kinds: readonly OfferedContactWay[];
  texting: SmsOffer;
}

type WayChoicePartProps = Pick<WayChoiceProps, "frame" | "typed">;

function BodyChoice({ frame, typed }: WayChoicePartProps) {
  return (
    <div class="webhook">
      <label for="body">{frame.words.t("subscribe.body")}</label>
      <select id="body" name="body">
        {webhookBodies.map((body) => (
          <option value={body} selected={body === (typed.values.body ?? webhookBodies[0])} key={body}>
            {webhookBodyTitles[body]}
          </option>
        ))}
      </select>
    </div>
  );
}

/** Shows a failure to send there at the address field, where it can be fixed. */
function sentTo(typed: SubmittedForm, field: "address" | "phone"): SubmittedForm {
  const { proof, ...errors } = typed.errors;
  return proof === undefined ? typed : { ...typed, errors: { ...errors, [field]: errors[field] ?? proof } };
}

function WebAddress({ frame, typed }: WayChoicePartProps) {
  const { t } = frame.words;
  return (
    <div class="other">
      <PublicFormField
        id="address"
        name="address"
        type="url"
        label={t("subscribe.address")}
        typed={sentTo(typed, "address")}
        autocomplete="off"
        about={t("subscribe.address_about")}
      />
      <BodyChoice frame={frame} typed={typed} />
    </div>
  );
}

const countryNames = (language: string, countries: readonly string[]): string => {
  const names = new Intl.DisplayNames([language], { type: "region" });
  return new Intl.ListFormat(language, { type: "conjunction" }).format(countries.map((each) => names.of(each) ?? each));
};

function Phone({ frame, typed, texting }: Omit<WayChoiceProps, "kinds" | "mail">) {
  const { t, sentences, language } = frame.words;
  const about = [
    t("sms.number", { countries: countryNames(language, texting.countries) }),
    t("sms.rates"),
    ...(texting.takesReplies ? [t("sms.stop")] : []),
  ];
  return (
    <div class="phone">
      <PublicFormField
        id="phone"
        name="phone"
        type="tel"
        label={t("sms.phone")}
        typed={sentTo(typed, "phone")}
        autocomplete="tel"
        about={sentences(about)}
      />
    </div>
  );
}

/** Works without script: fields of ways that are not selected are hidden and ignored. */
export function SubscriptionWayField({ frame, typed, mail, kinds, texting }: WayChoiceProps) {
  const { t } = frame.words;
  const own: Record<string, string> = { webhook: t("subscribe.way_webhook"), sms: t("sms.way") };
  const choices = [
    ...(mail ? [{ way: "email", title: t("subscribe.way_email") }] : []),
    ...kinds.map(({ way, title }) => ({ way, title: own[way] ?? title })),
  ];
  const picked = choices.find(({ way }) => way === typed.values.way) ?? choices[0];
  return (
    <div class="ways">
      {mail ? null : <p class={typed.errors.way ? "wrong" : "note"}>{t("subscribe.no_mail")}</p>}
      <fieldset>
        <legend>{t("subscribe.way")}</legend>
        {choices.map(({ way, title }) => (
          <label class="pick" key={way}>
            <input type="radio" name="way" value={way} checked={way === picked?.way} />
            {title}
          </label>
        ))}
      </fieldset>
      {mail ? (
        <div class="mail">
          <PublicFormField
            id="email"
            name="email"
            type="email"
            label={t("subscribe.email")}
            typed={typed}
            autocomplete="email"
          />
        </div>
      ) : null}
      <WebAddress frame={frame} typed={typed} />
      {kinds.some(({ way }) => way === "sms") ? <Phone frame={frame} typed={typed} texting={texting} /> : null}
    </div>
  );
}
