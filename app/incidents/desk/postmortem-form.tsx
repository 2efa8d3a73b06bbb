import type { ComponentProps } from "react";
import { ReviewButton } from "~/preview/review/desk/review-button";
import { useReachTexts } from "~/subscribers/desk/subscriber-texts";
import { Button, PreviewButton } from "~/ui/parts/button";
import { CheckboxField } from "~/ui/parts/field";
import { ButtonForm, PostForm } from "~/ui/parts/form";
import { CheckboxConfirmFold } from "~/ui/parts/form-part";
import { NounFieldControl } from "~/ui/parts/noun-fields";
import { postmortemFields } from "../rules/fields";
import { useWords } from "./words/words";

export interface PostmortemFormProps {
  /** Id of the incident. */
  id: string;
  /** Version of the incident. */
  version: number;
  state: string;
  body: string;
  /** True when the incident is resolved, so that it can be published. */
  resolved: boolean;
  /** True when subscribers were notified of it before. */
  notified: boolean;
  reach: number;
}

const WriteButton = ({ look, children }: Pick<ComponentProps<typeof Button>, "look" | "children">) => (
  <Button look={look ?? "quiet"} name="intent" value="write">
    {children}
  </Button>
);

/** Saves and publishes in one form, so that no button loses what was typed. */
function DraftButtons({ id, resolved, notified, reach }: PostmortemFormProps) {
  const { t } = useWords();
  const { reachText } = useReachTexts();
  if (!resolved) {
    return (
      <>
        <p className="text-soft">{t("postmortem.after_resolved")}</p>
        <div className="flex flex-wrap gap-3">
          <WriteButton look="primary">{t("postmortem.save_draft")}</WriteButton>
          <PreviewButton />
        </div>
      </>
    );
  }
  return (
    <>
      <CheckboxField
        name="notify"
        label={t("postmortem.notify")}
        hint={t(notified ? "postmortem.notify_again_hint" : "form.notify_hint", { reach: reachText(reach) })}
        checked={false}
      />
      <div className="flex flex-wrap gap-3">
        <WriteButton>{t("postmortem.save_draft")}</WriteButton>
        <PreviewButton />
        <ReviewButton of="postmortem" id={id} />
        <Button look="primary" name="intent" value="publish-postmortem">
          {t("form.publish")}
        </Button>
      </div>
    </>
  );
}

export function PostmortemForm(props: PostmortemFormProps) {
  const { t } = useWords();
  const { version, state, body } = props;
  return (
    <PostForm name="postmortem" version={version}>
      <NounFieldControl fields={postmortemFields} name="body" value={body} />
      {state === "published" ? (
        <div className="flex flex-wrap gap-3">
          <WriteButton look="primary">{t("postmortem.save_published")}</WriteButton>
          <PreviewButton />
        </div>
      ) : (
        <DraftButtons {...props} />
      )}
    </PostForm>
  );
}

export function RevertPostmortemForm({ version }: { version: number }) {
  const { t } = useWords();
  return (
    <ButtonForm name="revert" version={version}>
      <Button>{t("postmortem.unpublish")}</Button>
      <p className="text-sm text-soft">{t("postmortem.unpublish_hint")}</p>
    </ButtonForm>
  );
}

export function DeletePostmortemForm({ version }: { version: number }) {
  const { t } = useWords();
  const words = {
    title: t("postmortem.delete"),
    label: t("postmortem.delete_sure"),
    hint: t("postmortem.delete_hint"),
  };
  return <CheckboxConfirmFold name="delete" version={version} {...words} button={t("postmortem.delete")} />;
}
