import { Link } from "@remix-run/react";
import { ReviewButton } from "~/preview/review/desk/review-button";
import { toStatus } from "~/status/status";
import { useReachTexts } from "~/subscribers/desk/subscriber-texts";
import { Button, PreviewButton } from "~/ui/parts/button";
import { CheckboxField } from "~/ui/parts/field";
import { ButtonForm, PostForm, useFormState } from "~/ui/parts/form";
import { Card, Fold } from "~/ui/parts/list";
import { NounFieldControl } from "~/ui/parts/noun-fields";
import { StatusBadge } from "~/ui/parts/status-mark";
import { TimeText } from "~/ui/parts/time-text";
import { maintenanceUpdateFields } from "../rules/fields";
import { extensionMinuteChoices } from "./lengths";
import type { MaintenanceScheduleStep } from "./maintenance-words";
import { useWords } from "./words/words";

interface MaintenanceActionsProps {
  /** Id of the maintenance. */
  id: string;
  version: number;
  status: string;
  /** Number of people that its components reach. */
  reach: number;
  tellStart: boolean;
  tellEnd: boolean;
}

interface MaintenanceActionProps extends Pick<MaintenanceActionsProps, "id" | "version"> {
  name: "start" | "verify" | "complete";
}

/** A button, and a link to the messages that it would send. */
function Deed({ name, id, version }: MaintenanceActionProps) {
  const { t } = useWords();
  return (
    <ButtonForm name={name} version={version} className="flex flex-wrap gap-3">
      <Button look={name === "verify" ? "quiet" : "primary"}>{t(`step.${name}`)}</Button>
      <ReviewButton of={`maintenance-${name}`} id={id} deed={t(`step.${name}`)} />
    </ButtonForm>
  );
}

/** Actions available now; the next automatic step is the primary one. */
export function MaintenanceActionButtons({ id, version, status, reach, tellStart, tellEnd }: MaintenanceActionsProps) {
  const { t } = useWords();
  const { reachText } = useReachTexts();
  const tellsText = (tells: boolean) => (tells ? reachText(reach) : t("step.nobody"));
  if (status === "scheduled") {
    return (
      <div className="grid gap-1">
        <Deed name="start" id={id} version={version} />
        <p className="text-sm text-soft">{tellsText(tellStart)}</p>
      </div>
    );
  }
  if (status !== "in_progress" && status !== "verifying") return null;
  return (
    <div className="grid gap-1">
      <div className="flex flex-wrap gap-3">
        {status === "in_progress" ? <Deed name="verify" id={id} version={version} /> : null}
        <Deed name="complete" id={id} version={version} />
      </div>
      <p className="text-sm text-soft">{tellsText(tellEnd)}</p>
    </div>
  );
}

/** The next steps with their times. */
export function MaintenanceStepsSection({ steps }: { steps: readonly MaintenanceScheduleStep[] }) {
  const { t } = useWords();
  return (
    <ol className="grid gap-1">
      {steps.map(({ at, what }) => (
        <li key={what} className="flex flex-wrap gap-x-3">
          <TimeText at={at} />
          <span>{t(`next.${what}`)}</span>
        </li>
      ))}
    </ol>
  );
}

export interface AffectedComponentView {
  id: string;
  /** Component name; null when it was removed meanwhile. */
  name: string | null;
  /** Status during the maintenance. */
  takes: string;
  /** Status that visitors see now. */
  shown: string;
}

export function MaintenanceComponentsSection({
  touched,
  slug,
}: {
  touched: readonly AffectedComponentView[];
  slug: string;
}) {
  const { t, say } = useWords();
  if (touched.length === 0) return <p className="text-soft">{t("components.none")}</p>;
  return (
    <ul className="grid gap-1">
      {touched.map(({ id, name, takes, shown }) => (
        <li key={id} className="flex flex-wrap items-center gap-x-3">
          <Link to={`/manage/${slug}/components/${id}`} className="inline-flex min-h-hit items-center">
            <bdi>{name ?? t("components.removed")}</bdi>
          </Link>
          <StatusBadge status={toStatus(takes)} />
          {shown === takes ? null : (
            <span className="inline-flex items-center gap-1.5 text-soft">
              {say("components.now", { status: <StatusBadge status={toStatus(shown)} /> })}
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}

type MaintenanceFormProps = Pick<MaintenanceActionsProps, "id" | "version" | "reach">;

/** Buttons to extend the maintenance with one press, as on a phone. */
export function ExtendMaintenanceForm({ id, version, reach }: MaintenanceFormProps) {
  const { t } = useWords();
  const { reachText } = useReachTexts();
  return (
    <PostForm name="longer" version={version} typing={false} className="flex flex-wrap gap-3" label={t("extend.label")}>
      <div className="basis-full">
        <CheckboxField name="notify" label={t("extend.notify")} hint={reachText(reach)} checked />
      </div>
      {extensionMinuteChoices.map((minutes) => (
        <Button key={minutes} name="minutes" value={minutes}>
          {t(`extend.minutes_${minutes}`)}
        </Button>
      ))}
      <div className="basis-full">
        <Fold title={t("extend.review")}>
          <div className="flex flex-wrap gap-3">
            {extensionMinuteChoices.map((minutes) => (
              <ReviewButton
                key={minutes}
                of="maintenance-longer"
                id={id}
                deed={t(`extend.minutes_${minutes}`)}
                choice={{ name: "minutes", value: minutes }}
              />
            ))}
          </div>
        </Fold>
      </div>
    </PostForm>
  );
}

export function MaintenanceUpdateForm({ id, version, reach }: MaintenanceFormProps) {
  const { t } = useWords();
  const { reachText } = useReachTexts();
  return (
    <PostForm name="update" version={version}>
      <Card>
        <NounFieldControl fields={maintenanceUpdateFields} name="body" value="" />
        <CheckboxField
          name="notify"
          label={t("notify.label")}
          hint={t("update.hint", { reach: reachText(reach) })}
          checked
        />
        <div className="flex flex-wrap gap-3">
          <Button>{t("update.button")}</Button>
          <PreviewButton />
          <ReviewButton of="maintenance-update" id={id} deed={t("update.button")} />
        </div>
      </Card>
    </PostForm>
  );
}

/** Cancelling notifies everyone who was notified before and cannot be undone, so it needs a confirmation. */
export function CancelMaintenanceForm({ id, version, reach }: MaintenanceFormProps) {
  const { t } = useWords();
  const { reachText } = useReachTexts();
  return (
    <Fold title={t("cancel.title")} danger open={useFormState("cancel") !== null}>
      <PostForm name="cancel" version={version}>
        <CheckboxField name="sure" label={t("cancel.sure")} hint={t("cancel.hint")} checked={false} />
        <CheckboxField name="notify" label={t("notify.label")} hint={reachText(reach)} checked />
        <div className="flex flex-wrap gap-3">
          <Button look="danger">{t("cancel.button")}</Button>
          <ReviewButton of="maintenance-cancel" id={id} deed={t("cancel.button")} />
        </div>
      </PostForm>
    </Fold>
  );
}
