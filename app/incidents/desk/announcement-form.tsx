import { blankFieldValues } from "~/fields/fields";
import { useReachTexts } from "~/subscribers/desk/subscriber-texts";
import type { NotificationReachRange } from "~/subscribers/reach";
import { Button, PreviewButton } from "~/ui/parts/button";
import { CheckboxField } from "~/ui/parts/field";
import { PostForm } from "~/ui/parts/form";
import { Card } from "~/ui/parts/list";
import { NounFieldControls } from "~/ui/parts/noun-fields";
import { newIncidentFields } from "../rules/fields";
import { useWords } from "./words/words";

const { title, body } = newIncidentFields;
const told = { title, body };
const blank = blankFieldValues(told);

/**
 * Posts an announcement while nothing is wrong: an incident without impact and components, so that nothing turns red.
 */
export function AnnouncementForm({ action, reach }: { action: string; reach: NotificationReachRange }) {
  const { t } = useWords();
  const { reachRange } = useReachTexts();
  return (
    <PostForm
      name="announce"
      fields={newIncidentFields}
      action={action}
      hidden={{ status: "investigating", impactOverride: "none" }}
    >
      <p className="max-w-prose text-soft">{t("announcement.about")}</p>
      <Card>
        <NounFieldControls fields={told} values={blank} picks={{}} />
        <CheckboxField
          name="notify"
          label={t("form.notify")}
          hint={t("form.notify_hint", { reach: reachRange(reach) })}
          checked
        />
        <div className="flex flex-wrap gap-3">
          <Button look="primary" name="intent" value="publish">
            {t("form.publish")}
          </Button>
          <Button name="intent" value="draft">
            {t("form.save_draft")}
          </Button>
          <PreviewButton />
        </div>
      </Card>
    </PostForm>
  );
}
