/** @jsxImportSource ~/html */
import type { ActionFunctionArgs } from "@remix-run/cloudflare";
import { type Failure, fail } from "~/failures/failure";
import { readFormFieldText } from "~/http/commit-id";
import { failureHeaders, failureHttpStatus } from "~/http/problem";
import type { PageRenderContext } from "~/status-page/views/frame/scene";
import type { PageDrawResult } from "~/status-page/views/frame/show";
import { makeHiddenFormFields, readFormCommitId, submittedFormOf } from "~/status-page/views/parts/form-state";
import { emptySubmittedForm, type SubmittedForm } from "~/status-page/views/parts/forms";
import type { VerificationFormData } from "../../request-code";
import { makeSubscriptionToken } from "../../subscription-token";
import { readVerificationForm, resendVerificationCode, verifyCode } from "../../verify-code";
import { SubscriptionGonePage } from "./subscription-page";
import { VerifyCodePage } from "./verify-code-page";

interface VerifyCodePageState {
  verification: VerificationFormData;
  typed: SubmittedForm;
  again: boolean;
  /** Reason why it is shown again. */
  failure?: Failure;
}

/** Draws the form in which the code is entered. */
export async function drawVerifyCodePage(
  args: ActionFunctionArgs,
  { frame, page }: PageRenderContext,
  { failure, ...shown }: VerifyCodePageState,
): Promise<PageDrawResult> {
  const carried = await makeHiddenFormFields(args.context.ctx);
  return {
    content: <VerifyCodePage frame={frame} page={page} carried={carried} {...shown} />,
    title: frame.words.t("subscribe.prove"),
    path: "/subscribe",
    form: true,
    ...(failure ? { status: failureHttpStatus(failure), headers: failureHeaders(failure) } : { status: 200 }),
  };
}

const gone = ({ frame, page }: PageRenderContext): PageDrawResult => ({
  content: <SubscriptionGonePage frame={frame} page={page} />,
  title: frame.words.t("subscribe.gone"),
  path: "/subscribe",
  form: true,
  status: 410,
});

async function act(args: ActionFunctionArgs, submission: { pageId: string; sealed: string }, form: FormData) {
  const { ctx } = args.context;
  const does = readFormFieldText(form, "act");
  if (does === "again") return resendVerificationCode(ctx, submission);
  if (does !== "prove") return fail({ name: "invalid", fields: {} });
  return verifyCode(ctx, {
    ...submission,
    code: readFormFieldText(form, "code"),
    ...(await readFormCommitId(args, form)),
  });
}

/** Handles the entered code, or sends the message again. */
export async function answerVerifyCodeForm(
  args: ActionFunctionArgs,
  scene: PageRenderContext,
  form: FormData,
): Promise<PageDrawResult> {
  const { ctx } = args.context;
  const submission = { pageId: scene.page.snapshot.page.id, sealed: readFormFieldText(form, "proof") };
  const done = await act(args, submission, form);
  if (done.ok && done.value)
    return { goTo: `/subscriptions/${await makeSubscriptionToken(ctx, done.value.holder)}?confirmed` };
  const verification = await readVerificationForm(ctx, submission);
  if (!verification) return gone(scene);
  if (done.ok) return drawVerifyCodePage(args, scene, { verification, typed: emptySubmittedForm, again: true });
  const { failure } = done;
  if (failure.name === "gone") return gone(scene);
  if (failure.name !== "invalid" && failure.name !== "limited") return { failure };
  const typed = submittedFormOf(form, failure, scene.frame.words);
  return drawVerifyCodePage(args, scene, { verification, typed, again: false, failure });
}
