import type { ComponentProps } from "react";
import { postmortemFields } from "~/rules/incidents/fields";
import { Button, PreviewButton } from "../parts/button";
import { CheckboxField } from "../parts/field";
import { ButtonForm, PostForm, useFormState } from "../parts/form";
import { Fold } from "../parts/list";
import { NounField } from "../parts/noun-fields";
import { reachText } from "../subscribers/subscriber-words";

export interface PostmortemFormProps {
  /** The incident's. */
  version: number;
  state: string;
  body: string;
  /** It can be published once the incident is over. */
  resolved: boolean;
  /** Subscribers were told of it before. */
  notified: boolean;
  reach: number;
}

const tellHint = ({ notified, reach }: PostmortemFormProps) =>
  `${reachText(reach)} ${notified ? "Subscribers were already notified of it." : "Off: it shows on the page, nobody is notified."}`;

const WriteButton = ({ look, children }: Pick<ComponentProps<typeof Button>, "look" | "children">) => (
  <Button look={look ?? "quiet"} name="intent" value="write">
    {children}
  </Button>
);

/** Draft and publication in one form, so that no button loses what was typed. */
function DraftButtons(props: PostmortemFormProps) {
  if (!props.resolved) {
    return (
      <>
        <p className="text-soft">It can be published once the incident is resolved.</p>
        <div className="flex flex-wrap gap-3">
          <WriteButton look="primary">Save the draft</WriteButton>
          <PreviewButton />
        </div>
      </>
    );
  }
  return (
    <>
      <CheckboxField name="notify" label="Notify subscribers when I publish" hint={tellHint(props)} checked={false} />
      <div className="flex flex-wrap gap-3">
        <WriteButton>Save the draft</WriteButton>
        <PreviewButton />
        <Button look="primary" name="intent" value="publish-postmortem">
          Publish
        </Button>
      </div>
    </>
  );
}

export function PostmortemForm(props: PostmortemFormProps) {
  const { version, state, body } = props;
  return (
    <PostForm name="postmortem" version={version}>
      <NounField fields={postmortemFields} name="body" value={body} />
      {state === "published" ? (
        <div className="flex flex-wrap gap-3">
          <WriteButton look="primary">Save: visitors see it at once</WriteButton>
          <PreviewButton />
        </div>
      ) : (
        <DraftButtons {...props} />
      )}
    </PostForm>
  );
}

export function RevertPostmortem({ version }: { version: number }) {
  return (
    <ButtonForm name="revert" version={version}>
      <Button>Unpublish</Button>
      <p className="text-sm text-soft">Visitors will no longer see it. Emails already sent can’t be recalled.</p>
    </ButtonForm>
  );
}

export function DeletePostmortem({ version }: { version: number }) {
  return (
    <Fold title="Delete the postmortem" open={useFormState("delete") !== null}>
      <PostForm name="delete" version={version}>
        <CheckboxField name="sure" label="Yes, delete the text" hint="The audit log keeps it." checked={false} />
        <div>
          <Button look="danger">Delete the postmortem</Button>
        </div>
      </PostForm>
    </Fold>
  );
}
