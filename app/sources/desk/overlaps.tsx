import { Button } from "~/ui/parts/button";
import { ButtonForm } from "~/ui/parts/form";
import { ButtonConflictSection } from "~/ui/parts/form-part";
import { NoticeBanner } from "~/ui/parts/notice";
import { AgoText, TimeText } from "~/ui/parts/time-text";
import { useWords } from "./words/words";

interface Overlap {
  what: "address" | "settings";
  endsAt: number;
  oldUsedAt: number | null;
  newUsedAt: number | null;
}

interface SourceOverlapNoticesProps {
  overlaps: readonly Overlap[];
  version: number;
  keepTo: string;
}

function Used({ label, at }: { label: string; at: number | null }) {
  const { t, say } = useWords();
  return (
    <div className="grid gap-0.5">
      <dt className="text-soft">{label}</dt>
      <dd className="font-medium">
        {at === null ? t("overlap.unused") : say("overlap.used", { ago: <AgoText at={at} /> })}
      </dd>
    </div>
  );
}

/** Notices while two addresses or secrets work: which of them is used, until when, and a button to end the old one. */
export function SourceOverlapBanners({ overlaps, version, keepTo }: SourceOverlapNoticesProps) {
  const { t, say } = useWords();
  return (
    <>
      {overlaps.map(({ what, endsAt, oldUsedAt, newUsedAt }) => (
        <NoticeBanner key={what} tone={oldUsedAt !== null && (newUsedAt ?? 0) < oldUsedAt ? "warning" : "good"}>
          <div className="grid gap-3">
            <p className="font-medium">{say(`overlap.${what}`, { at: <TimeText at={endsAt} /> })}</p>
            <dl className="flex flex-wrap gap-x-8 gap-y-2">
              <Used label={t(`overlap.new_${what}`)} at={newUsedAt} />
              <Used label={t(`overlap.old_${what}`)} at={oldUsedAt} />
            </dl>
            <div>
              <ButtonForm name={`end-${what}`} version={version}>
                <Button>{t(`overlap.end_${what}`)}</Button>
              </ButtonForm>
            </div>
          </div>
        </NoticeBanner>
      ))}
      <ButtonConflictSection forms={["end-address", "end-settings"]} version={version} keepTo={keepTo} />
    </>
  );
}
