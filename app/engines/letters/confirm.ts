import { subscribersToConfirm } from "~/db/queries/letter-facts";
import type { NoticeRow } from "~/db/queries/notice";
import { pageById } from "~/db/queries/page";
import { read } from "~/db/read";
import { confirmContent, type ScopeFact } from "~/letters/subscriber-confirm";
import type { Ctx } from "~/platform/ctx";
import { singleWriter } from "./single";
import { confirmToken } from "./subscriber-links";
import { brandOf, type LetterWriter, type MakeWriter, mask, newest, type PageFacts } from "./writer";

interface Asked {
  scope: string;
  names: string;
  incidentTitle: string | null;
}

/** null when what was asked for is gone. */
function scopeOf(asked: Asked): ScopeFact | null {
  if (asked.scope === "page") return { kind: "page" };
  if (asked.scope === "incident") return asked.incidentTitle ? { kind: "incident", title: asked.incidentTitle } : null;
  const names = JSON.parse(asked.names) as string[];
  return names.length > 0 ? { kind: "components", names } : null;
}

interface Confirming {
  ctx: Ctx;
  page: PageFacts & { language: string; timeZone: string };
  notice: NoticeRow;
  masked: boolean;
}

function writerOf({ ctx, page, notice: { expiresAt }, masked }: Confirming, wanted: ScopeFact): LetterWriter {
  const brand = brandOf(ctx, page);
  const { language, timeZone } = page;
  return singleWriter({
    fromName: brand.name,
    language,
    timeZone,
    async content(reader, recipient) {
      const named = recipient.kind === "subscriber" && !masked;
      const token = named ? await confirmToken(ctx, { ...recipient, expiresAt }) : mask;
      return confirmContent({ brand, url: `${brand.url}/subscriptions/${token}`, scope: wanted, expiresAt }, reader);
    },
  });
}

/**
 * Who writes the mails of these notices of one page, by the notice's id: two statements for all of them. One is missing
 * when it was confirmed meanwhile, or is gone.
 */
export async function confirmWriters(
  ctx: Ctx,
  notices: readonly NoticeRow[],
  { masked = false } = {},
): Promise<Map<string, LetterWriter>> {
  const pageId = notices[0]?.pageId ?? "";
  const askedBy = ({ scope }: NoticeRow) => String(scope.subscriber_id);
  const [[page], rows] = await read(
    ctx,
    pageById(ctx, pageId),
    subscribersToConfirm(ctx, pageId, notices.map(askedBy)),
  );
  const asked = new Map(rows.map((row) => [row.id, row]));
  return new Map(
    notices.flatMap((notice) => {
      const found = asked.get(askedBy(notice));
      const wanted = found && (masked || found.state === "pending") ? scopeOf(found) : null;
      return page && wanted ? [[notice.id, writerOf({ ctx, page, notice, masked }, wanted)] as const] : [];
    }),
  );
}

export const confirmWriter: MakeWriter = async (task) => {
  const notice = newest(task);
  return (await confirmWriters(task.ctx, [notice], task)).get(notice.id) ?? null;
};
