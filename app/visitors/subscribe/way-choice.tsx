/** @jsxImportSource ~/html */
import { type OtherWay, webhookBodies, webhookBodyTitles } from "~/rules/telling/ways";
import { Field, type Typed } from "../parts/forms";
import type { Frame } from "../parts/frame";

/** A company's own name is the same in every language. */
export interface NamedWay {
  way: OtherWay;
  title: string;
}

interface WayChoiceProps {
  frame: Frame;
  typed: Typed;
  kinds: readonly NamedWay[];
}

function BodyChoice({ frame, typed }: Pick<WayChoiceProps, "frame" | "typed">) {
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

/** Without script: what belongs to another way is hidden by what is picked, and counts for nothing. */
export function WayChoice({ frame, typed, kinds }: WayChoiceProps) {
  const { t } = frame.words;
  const picked = typed.values.way ?? "email";
  const choices = [
    { way: "email", title: t("subscribe.way_email") },
    ...kinds.map(({ way, title }) => ({ way, title: way === "webhook" ? t("subscribe.way_webhook") : title })),
  ];
  return (
    <div class="ways">
      <fieldset>
        <legend>{t("subscribe.way")}</legend>
        {choices.map(({ way, title }) => (
          <label class="pick" key={way}>
            <input type="radio" name="way" value={way} checked={way === picked} />
            {title}
          </label>
        ))}
      </fieldset>
      <div class="mail">
        <Field id="email" name="email" type="email" label={t("subscribe.email")} typed={typed} autocomplete="email" />
      </div>
      <div class="other">
        <Field
          id="address"
          name="address"
          type="url"
          label={t("subscribe.address")}
          typed={typed}
          autocomplete="off"
          about={t("subscribe.address_about")}
        />
        {typed.errors.proof ? <p class="wrong">{typed.errors.proof}</p> : null}
        <BodyChoice frame={frame} typed={typed} />
      </div>
    </div>
  );
}
