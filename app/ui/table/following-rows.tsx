import { useLocation } from "@remix-run/react";
import { maxFollowingRows } from "~/plan/following-rows";
import { useForm } from "../parts/form";
import { NoticeBanner } from "../parts/notice";
import { followingDoneParam, followingLeftParam, followingRowsField } from "./following-place";
import { useWords } from "./words/words";

/**
 * A box for the rows that match and are not shown; its value is their place in the list. It stands in the bar of actions
 * and is shown once every row is selected, or while it is ticked (manage.css).
 */
export function FollowingRowsCheckbox({ place }: { place: string }) {
  const { t, number } = useWords();
  const { state } = useForm();
  return (
    <label className="following-rows flex min-h-hit basis-full cursor-pointer items-center gap-3">
      <input
        type="checkbox"
        name={followingRowsField}
        value={place}
        defaultChecked={state?.values[followingRowsField] !== undefined}
        className="size-5 flex-none accent-accent"
      />
      {t("select.following", { most: number(maxFollowingRows) })}
    </label>
  );
}

/** Says how many rows an action did not reach; the list then starts with them. */
export function RowsLeftBanner() {
  const { t, number } = useWords();
  const params = new URLSearchParams(useLocation().search);
  const [done, left] = [followingDoneParam, followingLeftParam].map((name) => Number(params.get(name)));
  if (!left || !Number.isFinite(done) || !Number.isFinite(left)) return null;
  return (
    <NoticeBanner>
      <p>{t("select.left", { done: number(done ?? 0), left: number(left) })}</p>
    </NoticeBanner>
  );
}
