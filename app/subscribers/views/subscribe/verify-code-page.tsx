/** @jsxImportSource ~/html */
import { timeLimitText } from "~/i18n/span";
import { verificationCodeLifetimeMs } from "~/notifications/rules/verification-code";
import type { ServedPage } from "~/status-page/rules/seen-page";
import { PublicPageLayout } from "~/status-page/views/frame/layout";
import {
  FormErrorBanner,
  type HiddenFieldValues,
  PublicFormField,
  PublicPostForm,
  type SubmittedForm,
} from "~/status-page/views/parts/forms";
import type { RenderContext } from "~/status-page/views/parts/frame";
import type { VerificationFormData } from "../../request-code";

export interface VerifyCodePageProps {
  frame: RenderContext;
  page: ServedPage;
  carried: HiddenFieldValues;
  verification: VerificationFormData;
  typed: SubmittedForm;
  /** True when the message has just been sent again. */
  again: boolean;
}

function Secret({ frame, secret }: { frame: RenderContext; secret: string }) {
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
    <PublicPageLayout frame={frame} page={page} back>
      <h1 class="own">{t("subscribe.prove")}</h1>
      {again ? <p role="status">{t("subscribe.sent_again")}</p> : null}
      <p>
        {t("subscribe.prove_about", {
          address: verification.shown,
          length: timeLimitText(frame.words, verificationCodeLifetimeMs),
        })}
      </p>
      <PublicPostForm action={action} carried={carried} hidden={{ ...hidden, act: "prove" }}>
        <FormErrorBanner frame={frame} typed={typed} />
        <PublicFormField
          id="code"
          name="code"
          type="text"
          label={t("subscribe.code")}
          typed={typed}
          autocomplete="one-time-code"
        />
        {verification.secret === null ? null : <Secret frame={frame} secret={verification.secret} />}
        <button type="submit">{t("subscribe.prove_button")}</button>
      </PublicPostForm>
      <PublicPostForm action={action} carried={carried} hidden={{ ...hidden, act: "again" }}>
        {typed.errors.proof ? <p class="wrong">{typed.errors.proof}</p> : null}
        <button type="submit" class="quiet">
          {t("subscribe.prove_again")}
        </button>
      </PublicPostForm>
    </PublicPageLayout>
  );
}
