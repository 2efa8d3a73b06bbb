import type { Repeat } from "~/rules/basics/repeat";
import type { ReachRange } from "~/usecases/subscribers/reach-range";
import { ComponentStatuses } from "../components/component-statuses";
import { Button } from "../parts/button";
import { CheckboxField, TextField } from "../parts/field";
import { PostForm } from "../parts/form";
import { Pair, Part } from "../parts/form-part";
import { MarkdownField } from "../parts/markdown-field";
import { zoneHint } from "../parts/time-text";
import { reachRange } from "../subscribers/subscriber-words";
import { Dates, seenOf, useOutlook } from "./maintenance-dates";
import { RepeatFields } from "./maintenance-repeat";
import { workStatusWords } from "./maintenance-words";

export interface MaintenanceValues {
  title: string;
  body: string;
  /** As a date-and-time field of the page's zone shows them. */
  startsLocal: string;
  endsLocal: string;
  components: Record<string, string>;
  autoStart: boolean;
  autoEnd: boolean;
  tellPlanned: boolean;
  tellStart: boolean;
  tellEnd: boolean;
  remindDay: boolean;
  remindHour: boolean;
}

export const newMaintenance: MaintenanceValues = {
  title: "",
  body: "",
  startsLocal: "",
  endsLocal: "",
  components: {},
  autoStart: true,
  autoEnd: true,
  tellPlanned: true,
  tellStart: true,
  tellEnd: true,
  remindDay: true,
  remindHour: false,
};

interface TimesProps {
  values: MaintenanceValues;
  zone: string;
  /** A beginning that has been cannot be moved. */
  begun: boolean;
}

function Times({ values, zone, begun }: TimesProps) {
  const hint = zoneHint(zone);
  return (
    <Pair>
      {begun ? null : (
        <TextField
          name="startsAt"
          type="datetime-local"
          label="Starts"
          hint={hint}
          value={values.startsLocal}
          required
        />
      )}
      <TextField name="endsAt" type="datetime-local" label="Ends" hint={hint} value={values.endsLocal} required />
    </Pair>
  );
}

function Tells({ values, reach, planning }: { values: MaintenanceValues; reach: ReachRange; planning: boolean }) {
  return (
    <Part title="Who is told" note={reachRange(reach.least, reach.most)}>
      <div className="grid gap-x-10 sm:grid-cols-2">
        {planning ? (
          <CheckboxField name="tellPlanned" label="Now: that it is planned" checked={values.tellPlanned} />
        ) : null}
        <CheckboxField name="remindDay" label="24 hours before it starts" checked={values.remindDay} />
        <CheckboxField name="remindHour" label="60 minutes before it starts" checked={values.remindHour} />
        <CheckboxField name="tellStart" label="When it starts" checked={values.tellStart} />
        <CheckboxField name="tellEnd" label="When it ends" checked={values.tellEnd} />
        {planning ? null : <CheckboxField name="notify" label="Now: that its time has moved" checked={false} />}
      </div>
    </Part>
  );
}

const Alone = ({ values }: { values: MaintenanceValues }) => (
  <Part title="By itself">
    <div className="grid gap-1">
      <CheckboxField
        name="autoStart"
        label="Starts at its time"
        hint="Off: it waits until somebody starts it."
        checked={values.autoStart}
      />
      <CheckboxField
        name="autoEnd"
        label="Ends at its time"
        hint="Off: its components stay as they are until somebody finishes it."
        checked={values.autoEnd}
      />
    </div>
  </Part>
);

interface MaintenanceFormProps {
  form: string;
  version?: number;
  values: MaintenanceValues;
  components: { id: string; name: string }[];
  zone: string;
  slug: string;
  reach: ReachRange;
  /** Undefined = one of its own that cannot be made to repeat here. */
  repeat?: Repeat | null;
  /** Its rule is being changed. */
  series?: boolean;
  begun?: boolean;
  /** It is announced by saving it. */
  planning?: boolean;
  hidden?: Record<string, string>;
  submit: string;
  primary?: boolean;
}

function Buttons({ form, submit, primary }: { form: string; submit: string; primary: boolean }) {
  const warned = (useOutlook(form)?.overlaps.length ?? 0) > 0;
  return (
    <div className="flex flex-wrap gap-3">
      <Button look={primary ? "primary" : "quiet"}>{warned ? `${submit} all the same` : submit}</Button>
      <Button name="intent" value="dates">
        Show dates
      </Button>
      <Button name="intent" value="preview">
        Preview
      </Button>
    </div>
  );
}

/** A plan: what is done, when, to what, who is told. Serves a new one, one that is planned, and a series. */
export function MaintenanceForm(props: MaintenanceFormProps) {
  const { form, version, values, components, zone, slug, reach, repeat, series = false, hidden, submit } = props;
  const { begun = false, planning = false, primary = false } = props;
  const outlook = useOutlook(form);
  const seen: Record<string, string> = outlook ? { seen: seenOf(outlook.overlaps) } : {};
  return (
    <PostForm name={form} {...(version === undefined ? {} : { version })} hidden={{ ...hidden, ...seen }}>
      <Part title="What is done">
        <TextField name="title" label="Title" hint="In the words of visitors." value={values.title} required />
        <MarkdownField
          name="body"
          label="What happens, and what visitors notice"
          value={values.body}
          required={false}
        />
        <ComponentStatuses
          legend="What it touches"
          hint="Each takes this status while it goes on, unless something worse is true, and has its own again after."
          components={components}
          chosen={values.components}
          none="Not affected"
          words={workStatusWords}
        />
      </Part>
      <Part title="When">
        <Times values={values} zone={zone} begun={begun} />
        {repeat === undefined ? null : <RepeatFields repeat={repeat} always={series} />}
        {outlook ? <Dates outlook={outlook} slug={slug} /> : null}
      </Part>
      <Tells values={values} reach={reach} planning={planning} />
      <Alone values={values} />
      <Buttons form={form} submit={submit} primary={primary} />
    </PostForm>
  );
}
