/** @jsxImportSource ~/html */
import { lengthText } from "~/i18n/span";
import { codeLifetimeMs } from "~/notifications/rules/verification-code";
import type { SeenPage } from "~/status-page/rules/seen-page";
import { Layout } from "~/status-page/views/frame/layout";
import { type CarriedFields, Field, FormErrors, PostForm, type TypedForm } from "~/status-page/views/parts/forms";
import type { Frame } from "~/status-page/views/parts/frame";
import type { VerificationForm } from "../../request-code";

export interface VerifyCodePageProps {
  frame: Frame;
  page: SeenPage;
  carried: CarriedFields;
  verification: VerificationForm;
  typed: TypedForm;
  /** True when the message has just been sent again. */
  again: boolean;
}

function Secret({ frame, secret }: { frame: Frame; secret: string }) {
  const { t } = frame.words;
  return (
    <div>
      <p>
        <strong>{t("subscribe.secret")}</strong>
      </p>
      <p class="secret">
        <code dir="ltr">{secret}</code>
      </p>
      <p class="note">{t("subscribe.secret_about")}</p>
    </div>
  );
}

/** Form for the code; it carries the pending verification, sealed, until the code is entered. */
export function VerifyCodePage({ frame, page, carried, verification, typed, again }: VerifyCodePageProps) {
  const { t } = frame.words;
  const action = `${frame.prefix}/subscribe`;
  const hidden = { way: "prove", proof: verification.sealed };
  return (
    <Layout frame={frame} page={page} back>
      <h1 class="own">{t("subscribe.prove")}</h1>
      {again ? <p role="status">{t("subscribe.sent_again")}</p> : null}
      <p>
        {t("subscribe.prove_about", { address: verification.shown, length: lengthText(frame.words, codeLifetimeMs) })}
      </p>
      <PostForm action={action} carried={carried} hidden={{ ...hidden, act: "prove" }}>
        <FormErrors frame={frame} typed={typed} />
        <Field
          id="code"
          name="code"
          type="text"
          label={t("subscribe.code")}
          typed={typed}
          autocomplete="one-time-code"
        />
        {verification.secret === null ? null : <Secret frame={frame} secret={verification.secret} />}
        <button type="submit">{t("subscribe.prove_button")}</button>
      </PostForm>
      <PostForm action={action} carried={carried} hidden={{ ...hidden, act: "again" }}>
        {typed.errors.proof ? <p class="wrong">{typed.errors.proof}</p> : null}
        <button type="submit" class="quiet">
          {t("subscribe.prove_again")}
        </button>
      </PostForm>
    </Layout>
  );
}
