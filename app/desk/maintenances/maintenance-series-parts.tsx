import { Button } from "../parts/button";
import { CheckboxField } from "../parts/field";
import { PostForm, useFormState } from "../parts/form";
import { Fold } from "../parts/list";
import { reachText } from "../subscribers/subscriber-words";

interface EndSeriesProps {
  version: number;
  /** How many of its occurrences are planned. */
  planned: number;
  reach: number;
}

/** Cancels what is planned of it; cannot be taken back, so it is asked twice. */
export function EndSeries({ version, planned, reach }: EndSeriesProps) {
  return (
    <Fold title="End this series" open={useFormState("end") !== null}>
      <PostForm name="end" version={version}>
        <CheckboxField
          name="sure"
          label="Yes, it does not repeat any more"
          hint={
            planned === 0
              ? "No more occurrences are scheduled."
              : `The ${planned === 1 ? "one" : planned} still planned ${planned === 1 ? "is" : "are"} cancelled. What goes on now goes on.`
          }
          checked={false}
        />
        <CheckboxField name="notify" label="Notify subscribers" hint={reachText(reach)} checked={false} />
        <div>
          <Button look="danger">End the series</Button>
        </div>
      </PostForm>
    </Fold>
  );
}
