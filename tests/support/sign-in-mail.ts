import { desc } from "drizzle-orm";
import { readBatch } from "~/db/read";
import { noticeTable } from "~/db/schema";
import type { TestDeployment } from "./database";
import { arrange, somePeople } from "./scenario";

/** Adds a person with a verified address, and, with `pageId`, a membership. */
export async function addPerson(
  deployment: TestDeployment,
  {
    id,
    email = `${id}@example.com`,
    pageId,
    role = "viewer",
  }: { id: string; email?: string | null; pageId?: string; role?: string },
): Promise<void> {
  await arrange(deployment, somePeople({ id, email, roles: pageId ? { [pageId]: role } : {} }));
}

/** Returns the contents of the newest email of this kind, opened as its sender does; null = there is none. */
export async function newestMail(
  deployment: TestDeployment,
  kind: "sign_in" | "invitation",
): Promise<{ token: string; code: string; address?: string } | null> {
  const ctx = deployment.ctx();
  const [rows] = await readBatch(
    ctx,
    ctx.db.select().from(noticeTable).orderBy(desc(noticeTable.createdAt), desc(noticeTable.id)),
  );
  const sealed = rows.find((row) => row.kind === kind)?.scope.sealed;
  return typeof sealed === "string" ? JSON.parse(String(await ctx.secrets.open(sealed))) : null;
}

/** Returns the same, and throws when there is none. */
export async function mailOf(deployment: TestDeployment, kind: "sign_in" | "invitation" = "sign_in") {
  const mail = await newestMail(deployment, kind);
  if (!mail) throw new Error(`no ${kind} mail`);
  return mail;
}
