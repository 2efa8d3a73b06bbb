import { readBatch } from "~/db/read";
import { noticeTable } from "~/db/schema";
import { previewNoticeEmail } from "~/notifications/letters/preview";
import { type Desk, good } from "./desk";

/** Returns the text of an email without its ids. */
export const timeless = (text: string) => text.replaceAll(/\/(incidents|maintenances)\/[\w-]+/g, "/$1/…");

/** Returns an incident as its form opens it. */
export const anOpening = ({ pageId, components }: Desk) => ({
  pageId,
  title: "Orders are late",
  body: "We **look** into it.",
  status: "investigating",
  components: { [components[0]]: "partial_outage" },
});

async function mailed({ as }: Desk): Promise<string[]> {
  const ctx = as("responder");
  const [rows] = await readBatch(ctx, ctx.db.select().from(noticeTable));
  return rows.flatMap(({ id, audience }) => (audience === "subscribers" ? [id] : []));
}

/** Returns the email of the notice that this action writes, as the sender prints it. */
export async function mailOf(desk: Desk, act: () => Promise<unknown>) {
  const before = await mailed(desk);
  if (!(await good(act() as never))) throw new Error("nothing was done");
  const [noticeId = ""] = (await mailed(desk)).filter((id) => !before.includes(id));
  return good(previewNoticeEmail(desk.as("viewer"), { pageId: desk.pageId, noticeId }));
}
