import type { ReactNode } from "react";
import type { Fields } from "~/fields/fields";
import { type NamedTemplate, TemplatePicker } from "~/templates/desk/template-picker";
import { DefaultSubmitButton, PreviewButton } from "~/ui/parts/button";
import { PostForm } from "~/ui/parts/form";
import { Card, Fold } from "~/ui/parts/list";
import { LiveReachText } from "./live-reach";
import { useWords } from "./words/words";

interface UpdateComposerProps {
  /** Name of the form. */
  name: string;
  fields: Fields;
  /** URL to which it posts; absent = this page. */
  action?: string;
  version?: number;
  hidden?: Record<string, string>;
  templates: NamedTemplate[];
  /** Text with the number of people whom it reaches with its current components. */
  reach: string;
  /** Id of the incident whose followers it also reaches. */
  incident?: string;
  buttons: ReactNode;
  /** Fields that are rarely needed. */
  more: ReactNode;
  /** Link to the messages that it sends. */
  review: ReactNode;
  /** True when a rarely needed field was refused, so that their fold is open. */
  moreOpen?: boolean;
  children: ReactNode;
}

/**
 * Shows the form for writing to visitors. The text comes first, and the button stays visible however long the form is
 * (manage.css).
 */
export function UpdateComposer(props: UpdateComposerProps) {
  const {
    name,
    fields,
    action,
    version,
    hidden,
    templates,
    reach,
    incident,
    buttons,
    more,
    review,
    moreOpen = false,
    children,
  } = props;
  const { t } = useWords();
  return (
    <PostForm
      name={name}
      fields={fields}
      {...(action === undefined ? {} : { action })}
      {...(version === undefined ? {} : { version })}
      {...(hidden ? { hidden } : {})}
      className="composer"
    >
      <DefaultSubmitButton name="intent" value="preview" />
      <Card>
        {children}
        <TemplatePicker templates={templates} />
        <div className="composer-more">
          <Fold title={t("composer.more")} open={moreOpen}>
            {more}
          </Fold>
        </div>
        <div className="flex flex-wrap gap-3">
          <PreviewButton />
          {review}
        </div>
      </Card>
      <div className="composer-bar">
        <LiveReachText text={reach} incident={incident} />
        <div className="flex flex-wrap gap-3">{buttons}</div>
      </div>
    </PostForm>
  );
}
