import { Link } from "@remix-run/react";
import { toStatus } from "~/rules/basics/status";
import { maintenanceUpdateFields } from "~/rules/maintenances/fields";
import { Button } from "../parts/button";
import { CheckboxField } from "../parts/field";
import { ButtonForm, PostForm, useFormState } from "../parts/form";
import { Card, Fold } from "../parts/list";
import { NounField } from "../parts/noun-fields";
import { StatusMark } from "../parts/status-mark";
import { TimeText } from "../parts/time-text";
import { maintenanceStatusWords } from "../parts/words";
import { reachText } from "../subscribers/subscriber-words";
import type { Step } from "./maintenance-words";

interface DeedProps {
  version: number;
  status: string;
  /** How many people its components reach. */
  reach: number;
  tellStart: boolean;
  tellEnd: boolean;
}

const tellsText = (tells: boolean, reach: number) => (tells ? reachText(reach) : "Nobody is notified.");

/** What a person may do at once; the step that comes next by itself is the primary one. */
export function Deeds({ version, status, reach, tellStart, tellEnd }: DeedProps) {
  if (status === "scheduled") {
    return (
      <div className="grid gap-1">
        <ButtonForm name="start" version={version}>
          <Button look="primary">Start now</Button>
        </ButtonForm>
        <p className="text-sm text-soft">{tellsText(tellStart, reach)}</p>
      </div>
    );
  }
  if (status !== "in_progress" && status !== "verifying") return null;
  return (
    <div className="grid gap-1">
      <div className="flex flex-wrap gap-3">
        {status === "in_progress" ? (
          <ButtonForm name="verify" version={version}>
            <Button>Verify</Button>
          </ButtonForm>
        ) : null}
        <ButtonForm name="complete" version={version}>
          <Button look="primary">Complete</Button>
        </ButtonForm>
      </div>
      <p className="text-sm text-soft">{tellsText(tellEnd, reach)}</p>
    </div>
  );
}

/** What happens next, and when. */
export function Steps({ steps }: { steps: readonly Step[] }) {
  return (
    <ol className="grid gap-1">
      {steps.map(({ at, words }) => (
        <li key={`${at} ${words}`} className="flex flex-wrap gap-x-3">
          <TimeText at={at} />
          <span>{words}</span>
        </li>
      ))}
    </ol>
  );
}

export interface Touched {
  id: string;
  name: string;
  /** The status that it takes meanwhile. */
  takes: string;
  /** View status page of it now. */
  shown: string;
}

export function TouchedList({ touched, slug }: { touched: readonly Touched[]; slug: string }) {
  if (touched.length === 0) return <p className="text-soft">No components affected (announcement only).</p>;
  return (
    <ul className="grid gap-1">
      {touched.map(({ id, name, takes, shown }) => (
        <li key={id} className="flex flex-wrap items-center gap-x-3">
          <Link to={`/manage/${slug}/components/${id}`} className="inline-flex min-h-11 items-center">
            <bdi>{name}</bdi>
          </Link>
          <StatusMark status={toStatus(takes)} />
          {shown === takes ? null : (
            <span className="inline-flex items-center gap-1.5 text-soft">
              now: <StatusMark status={toStatus(shown)} />
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}

const lengths = { "30": "Extend by 30 minutes", "60": "1 hour longer", "120": "2 hours longer" };

/** For when it takes longer: one press, on a phone. */
export function Longer({ version, reach }: { version: number; reach: number }) {
  return (
    <PostForm name="longer" version={version} typing={false} className="flex flex-wrap gap-3" label="Extend">
      <div className="basis-full">
        <CheckboxField name="notify" label="Notify subscribers of the extension" hint={reachText(reach)} checked />
      </div>
      {Object.entries(lengths).map(([minutes, label]) => (
        <Button key={minutes} name="minutes" value={minutes}>
          {label}
        </Button>
      ))}
    </PostForm>
  );
}

interface PostUpdateProps {
  version: number;
  status: string;
  reach: number;
}

export function PostUpdate({ version, status, reach }: PostUpdateProps) {
  return (
    <PostForm name="update" version={version}>
      <Card>
        <NounField fields={maintenanceUpdateFields} name="body" value="" />
        <CheckboxField
          name="notify"
          label="Notify subscribers"
          hint={`${reachText(reach)} It stays ${(maintenanceStatusWords[status] ?? status).toLowerCase()}.`}
          checked
        />
      </Card>
      <div className="flex flex-wrap gap-3">
        <Button>Post the update</Button>
        <Button name="intent" value="preview">
          Preview
        </Button>
      </div>
    </PostForm>
  );
}

/** It is said to everybody who was told of it and cannot be taken back, so it is asked twice. */
export function Cancel({ version, reach }: { version: number; reach: number }) {
  return (
    <Fold title="Cancel this maintenance" open={useFormState("cancel") !== null}>
      <PostForm name="cancel" version={version}>
        <CheckboxField
          name="sure"
          label="Yes, cancel it (or stop it if it has started)"
          hint="Its components have their own status again at once."
          checked={false}
        />
        <CheckboxField name="notify" label="Notify subscribers" hint={reachText(reach)} checked />
        <div>
          <Button look="danger">Cancel the maintenance</Button>
        </div>
      </PostForm>
    </Fold>
  );
}
