import { Link } from "@remix-run/react";
import { maxFollowingRows } from "~/plan/following-rows";
import { Button } from "~/ui/parts/button";
import { ButtonForm } from "~/ui/parts/form";
import { QuestionHead } from "~/ui/parts/question-head";
import { followingRowsField } from "~/ui/table/following-place";
import type { ListedSubscriber } from "./subscriber-list";
import { subscriberNameText } from "./subscriber-texts";
import { useWords } from "./words/words";

interface RemovalProps {
  /** At least one. */
  subscribers: readonly ListedSubscriber[];
  /** Place of the rows that are removed, too; null = these are all. */
  following: string | null;
  /** Path and query of the list from which they are removed. */
  back: string;
}

/** The subscribers by name, when they are several: one is named by the title. */
function NameList({ subscribers }: Pick<RemovalProps, "subscribers">) {
  const words = useWords();
  if (subscribers.length === 1) return null;
  return (
    <ul className="list-disc ps-5">
      {subscribers.map((each) => (
        <li key={each.id} className="break-all">
          <bdi>{subscriberNameText(words, each)}</bdi>
        </li>
      ))}
    </ul>
  );
}

/** Shows the confirmation on a page of its own, because a removed address cannot be restored. */
export function RemoveSubscribersForm({ subscribers, following, back }: RemovalProps) {
  const words = useWords();
  const { t, number } = words;
  const [first, second] = subscribers;
  const only = second || following !== null ? undefined : first;
  const after: Record<string, string> = following === null ? {} : { [followingRowsField]: following };
  return (
    <div className="grid grid-cols-1 gap-4">
      <QuestionHead
        title={
          first && !second
            ? t("remove.title", { address: subscriberNameText(words, first) })
            : t("several.title", { count: subscribers.length })
        }
      />
      <NameList subscribers={subscribers} />
      {following === null ? null : <p>{t("several.following", { most: number(maxFollowingRows) })}</p>}
      <p>{t(only ? "remove.about" : "several.about")}</p>
      <div className="flex flex-wrap items-center gap-4">
        <ButtonForm name="remove" action={back} hidden={{ intent: "remove", sure: "on", ...after }}>
          {subscribers.map(({ id }) => (
            <input key={id} type="hidden" name="id" value={id} />
          ))}
          <Button look="danger">{t("deed.remove")}</Button>
        </ButtonForm>
        <Link to={back} className="inline-flex min-h-hit items-center">
          {t(only ? "remove.keep" : "several.keep")}
        </Link>
      </div>
    </div>
  );
}
