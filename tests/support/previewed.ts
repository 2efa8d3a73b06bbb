import { read } from "~/db/read";
import { notice } from "~/db/schema";
import { previewLetter } from "~/notifications/letters/preview";
import { type Desk, good } from "./desk";

/** The texts of a mail that has its times of now, and no id yet. */
export const timeless = (text: string) => text.replaceAll(/\/(incidents|maintenances)\/[\w-]+/g, "/$1/…");

/** An incident as it is opened by its form. */
export const anOpening = ({ pageId, components }: Desk) => ({
  pageId,
  title: "Orders are late",
  body: "We **look** into it.",
  status: "investigating",
  components: { [components[0]]: "partial_outage" },
});

async function mailed({ as }: Desk): Promise<string[]> {
  const ctx = as("responder");
  const [rows] = await read(ctx, ctx.db.select().from(notice));
  return rows.flatMap(({ id, audience }) => (audience === "subscribers" ? [id] : []));
}

/** What the notice that this writes becomes, as the sender prints it. */
export async function mailOf(desk: Desk, act: () => Promise<unknown>) {
  const before = await mailed(desk);
  if (!(await good(act() as never))) throw new Error("nothing was done");
  const [noticeId = ""] = (await mailed(desk)).filter((id) => !before.includes(id));
  return good(previewLetter(desk.as("viewer"), { pageId: desk.pageId, noticeId }));
}
