import type { ReactNode } from "react";
import type { Fields } from "~/fields/fields";
import { type NamedTemplate, TemplatePicker } from "~/templates/desk/template-picker";
import { EnterButton, PreviewButton } from "~/ui/parts/button";
import { PostForm } from "~/ui/parts/form";
import { Card, Fold } from "~/ui/parts/list";
import { LiveReach } from "./live-reach";
import { useWords } from "./words/words";

interface ComposerProps {
  /** Of the form. */
  name: string;
  fields: Fields;
  version?: number;
  hidden?: Record<string, string>;
  templates: NamedTemplate[];
  /** Whom it reaches with the components that it has so far. */
  reach: string;
  /** Whose followers it reaches as well. */
  incident?: string;
  buttons: ReactNode;
  /** What is needed seldom. */
  more: ReactNode;
  /** The way to the messages that it sends. */
  review: ReactNode;
  /** Something of the seldom was refused: it stands open. */
  moreOpen?: boolean;
  children: ReactNode;
}

/** Where something is said to visitors: the text first, and the button in sight however long the form is (manage.css). */
export function Composer(props: ComposerProps) {
  const {
    name,
    fields,
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
      {...(version === undefined ? {} : { version })}
      {...(hidden ? { hidden } : {})}
      className="composer"
    >
      <EnterButton name="intent" value="preview" />
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
        <LiveReach text={reach} incident={incident} />
        <div className="flex flex-wrap gap-3">{buttons}</div>
      </div>
    </PostForm>
  );
}
