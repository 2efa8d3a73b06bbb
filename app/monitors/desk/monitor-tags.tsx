import { importedMuteUntilMs } from "~/mutes/rules/imported-silence";
import { Tag } from "~/ui/parts/status-mark";
import { TimeText } from "~/ui/parts/time-text";
import { useWords } from "./words/words";

export function MutedTag({ until }: { until: number }) {
  const { t, say } = useWords();
  return (
    <span className="inline-flex flex-wrap items-center gap-x-1.5">
      <Tag tone="waiting">{t("muted.tag")}</Tag>
      <span className="text-sm text-soft">
        {until === importedMuteUntilMs ? t("muted.import") : say("muted.until", { until: <TimeText at={until} /> })}
      </span>
    </span>
  );
}

export function TagChips({ tags }: { tags: string[] }) {
  if (tags.length === 0) return null;
  return (
    <span className="flex flex-wrap gap-1.5">
      {tags.map((tag) => (
        <Tag key={tag}>{tag}</Tag>
      ))}
    </span>
  );
}
