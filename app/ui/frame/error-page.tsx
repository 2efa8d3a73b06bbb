import { Link, useLocation, useRouteError } from "@remix-run/react";
import { Button } from "../parts/button";
import { useViewer } from "../parts/viewer";
import { type ErrorReason, errorReasonOf } from "./error-reason";
import { errorStatusOf, thrownFailureOf, type UnsavedForm } from "./thrown-failure";
import { useWords } from "./words";

/** Reasons whose advice differs when the form was kept. */
const keptReasons: Partial<Record<ErrorReason, "signed_out" | "database" | "storage" | "defect">> = {
  signed_out: "signed_out",
  database: "database",
  crowded: "database",
  storage: "storage",
  defect: "defect",
};

/** Returns the path to sign in and come back. When the door refused a form, only the kept form knows the page. */
function useSignInPath(kept: UnsavedForm | undefined): (again: string) => string {
  const { pathname } = useLocation();
  const here = kept?.path ?? (pathname === "/manage/refused" ? "/manage" : pathname);
  return (again) => `/manage/sign-in?${again}next=${encodeURIComponent(here)}`;
}

/** Advice on what to do next (spec §8), with links. */
function Advice({ reason, kept }: { reason: ErrorReason; kept: UnsavedForm | undefined }) {
  const { t, say } = useWords();
  const signIn = useSignInPath(kept);
  const keptReason = kept ? keptReasons[reason] : undefined;
  if (keptReason) return say(`kept.${keptReason}`, { sign_in: <a href={signIn("")}>{t("link.sign_in")}</a> });
  return say(`error_next.${reason}`, {
    home: <Link to="/manage">{t("link.home")}</Link>,
    home_within: <Link to="/manage">{t("link.home_within")}</Link>,
    how: <Link to={signIn("")}>{t("link.how")}</Link>,
    new: <Link to="/manage/sign-in">{t("link.new")}</Link>,
    again: <a href={signIn("again&")}>{t("link.again")}</a>,
  });
}

const keptFields = ["body", "title", "about", "reason"] as const;

const labelKey = (name: string) => `kept_label.${keptFields.find((each) => each === name) ?? "anything"}` as const;

function SendAgain({ kept }: { kept: UnsavedForm }) {
  const { formToken } = useViewer();
  const { t } = useWords();
  const entries = Object.entries(kept.values);
  return (
    <form method="post" action={kept.path} className="grid gap-4">
      <input type="hidden" name="_token" value={formToken} />
      {entries.map(([name, value]) =>
        value.length > 60 ? (
          <label key={name} className="grid gap-1 font-semibold">
            {t(labelKey(name))}
            <textarea
              name={name}
              defaultValue={value}
              rows={6}
              className="w-full rounded-md border border-edge bg-surface px-3 py-2 font-normal"
            />
          </label>
        ) : (
          <input key={name} type="hidden" name={name} value={value} />
        ),
      )}
      <div>
        <Button look="primary">{t("kept.send")}</Button>
      </div>
    </form>
  );
}

/** Says what went wrong on the current route, and what to do next. */
export function RouteErrorSection() {
  const error = useRouteError();
  const { code, detail, request_id: requestId, kept } = thrownFailureOf(error) ?? {};
  const status = errorStatusOf(error);
  const { pathname } = useLocation();
  const { t, say } = useWords();
  const reason = errorReasonOf(status, code, pathname);
  return (
    <div className="grid max-w-xl gap-4">
      {status === 0 ? null : <p className="text-sm text-soft">{status}</p>}
      <h1 className="text-2xl font-semibold">{t(`error_title.${reason}`)}</h1>
      {detail ? <p>{detail}</p> : null}
      <p>
        <Advice reason={reason} kept={kept} />
      </p>
      {kept ? <SendAgain kept={kept} /> : null}
      {requestId ? (
        <p className="text-sm text-soft">
          {say("shell.reference", { id: <bdi className="font-mono">{requestId}</bdi> })}
        </p>
      ) : null}
    </div>
  );
}

/** Says the same as a page of its own, where no shell of a status page is around it. */
export const RouteErrorPage = () => (
  <main className="mx-auto max-w-xl px-4 py-12">
    <RouteErrorSection />
  </main>
);
