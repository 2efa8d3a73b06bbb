import { publishPostmortem } from "~/incidents/postmortems/verbs";
import { editMaintenance } from "~/maintenances/edit";
import { planMaintenance } from "~/maintenances/plan";
import { postMaintenanceUpdate } from "~/maintenances/updates";
import { cancelMaintenance } from "~/maintenances/verbs";
import { subscriberNoticeKinds } from "~/notifications/rules/notice";
import { handleCronTick } from "../../app/clock/tick";
import { good } from "./desk";
import { open, quiet, type Told, update } from "./told";

const minute = 60_000;
const hour = 60 * minute;

/**
 * Notifications to subscribers, in order: three updates, and every other kind once, except for the second maintenance.
 */
export const heardBySubscribers = [
  "incident_update",
  "incident_update",
  ...subscriberNoticeKinds.filter((kind) => kind !== "maintenance_cancelled"),
  "maintenance_scheduled",
  "maintenance_cancelled",
];

/**
 * Does everything that a visitor can see of an incident and two maintenance windows, far enough apart to be notified
 * one by one. Calls `send` after each.
 */
export async function everyEvent(told: Told, send: (event: string) => Promise<void>): Promise<void> {
  const { deployment, pageId, components } = told;
  const responder = () => quiet(told.as("responder"));
  const later = () => {
    deployment.clock.now += 6 * minute;
  };
  const passTo = async (to: number, event: string) => {
    deployment.clock.now = to + minute;
    for (let passed = 0; passed < 3; passed++) await handleCronTick(quiet(deployment.ctx()), deployment.clock.now);
    await send(event);
  };
  const plan = async () => {
    const startsAt = deployment.clock.now + 4 * hour;
    const given = { title: "New disks", body: "We replace disks.", startsAt, endsAt: startsAt + hour };
    const more = { components: { [components[0]]: "under_maintenance" }, remindHour: true, autoEnd: true };
    const { id } = await good(planMaintenance(responder(), { pageId, ...given, ...more } as never));
    await send("planned");
    return { id, startsAt };
  };
  const id = await open(told);
  await send("opened");
  later();
  await update(told, id, "A disk is full.", "identified");
  await send("updated");
  later();
  await update(told, id, "It works again.", "resolved");
  await send("resolved");
  later();
  await good(publishPostmortem(responder(), { pageId, id, body: "It was the disk.", notify: true }));
  await send("postmortem");
  const first = await plan();
  later();
  const startsAt = first.startsAt + hour;
  const target = { pageId, id: first.id };
  await good(editMaintenance(responder(), { ...target, startsAt, endsAt: startsAt + hour, notify: false }));
  await send("moved");
  await passTo(startsAt - hour, "soon");
  await passTo(startsAt, "started");
  later();
  await good(postMaintenanceUpdate(responder(), { ...target, body: "Half is done.", notify: true }));
  await send("progress");
  await passTo(startsAt + hour, "finished");
  const second = await plan();
  later();
  await good(cancelMaintenance(responder(), { pageId, id: second.id, notify: true }));
  await send("called off");
}
