import { Link, useLocation } from "@remix-run/react";
import type { ReactNode } from "react";
import { Button } from "../parts/button";
import { useViewer } from "../parts/viewer";

interface Words {
  title: string;
  next: ReactNode;
}

const home = <Link to="/manage">Go to your pages</Link>;

/** What happened and what to do next, by status (spec §8). */
const words: Record<number, Words> = {
  0: {
    title: "You’re offline",
    next: <>What you typed is kept on this device. When you are back, reload this page. {home}.</>,
  },
  400: { title: "Bad request", next: <>Go back, reload the page and send it again. {home}.</> },
  401: { title: "Sign in first", next: <Link to="/manage/sign-in">How to sign in</Link> },
  403: {
    title: "Your role does not allow this",
    next: <>Ask an owner of the page for a higher role, or go back to what you may see. {home}.</>,
  },
  404: {
    title: "Page not found",
    next: <>It may have been deleted, or you may not have access. Check the address, or {home}.</>,
  },
  405: { title: "This page doesn’t accept this request", next: home },
  409: {
    title: "Someone else changed this first",
    next: <>Nothing of yours was saved. Go back, reload to see what is there now, then decide. {home}.</>,
  },
  410: { title: "This has been withdrawn", next: <>It is gone for everybody; the audit log keeps it. {home}.</> },
  413: { title: "Too much data", next: <>Go back and shorten what you’re sending.</> },
  421: { title: "Unknown domain", next: <>Check the address with whoever gave it to you.</> },
  422: { title: "Please check the form", next: <>Go back, correct it and send it again.</> },
  429: { title: "Too many tries", next: <>Wait a minute, then try again.</> },
  503: {
    title: "The database isn’t responding",
    next: <>Nothing was lost that had been saved. Wait a few seconds, then reload this page.</>,
  },
};

const defect: Words = {
  title: "Something broke on our side",
  next: <>The error was logged. Reload the page; if it happens again, give the operator the ID below. {home}.</>,
};

const spentLink: Words = {
  title: "This link or code has expired or was already used",
  next: (
    <>
      A mailed link and its code work once and for 10 minutes, one from the console for 60.{" "}
      <Link to="/manage/sign-in">Get a new one</Link>
    </>
  ),
};

const spentInvitation: Words = {
  title: "This invitation does not work",
  next: (
    <>
      It has been replaced, or its page was deleted. Use the latest email, or ask the person who invited you for a new
      one.
    </>
  ),
};

const crossSite: Words = {
  title: "This form came from another site",
  next: <>It was blocked for security. Open the page again and submit the form there. {home}.</>,
};

/** Signed in, but for longer than this may be done without asking. */
const stepUp: Words = {
  title: "Confirm that it’s you",
  next: (
    <>
      This needs a sign-in from the last 10 minutes. <a href="/manage/sign-in?again">Sign in again</a> in any of your
      ways, then come back and try again.
    </>
  ),
};

/** The database is well, and others were faster several times. */
const crowded: Words = {
  title: "Others are changing this page right now",
  next: <>Nothing of yours was saved. Wait a few seconds, then send it again.</>,
};

/** What to do where the form is still here. */
const keptWords: Record<number, ReactNode> = {
  401: (
    <>
      Your session has ended, but what you typed is here. <a href="/manage/sign-in">Sign in</a> in another tab, then
      send it again.
    </>
  ),
  503: <>Nothing was saved, but what you typed is here. Wait a few seconds, then send it again.</>,
  500: <>What you typed is here. Send it again; if it fails again, tell the operator the id below.</>,
};

/** The values of a form that could not be saved: shown, kept, and sent again with one button. */
export interface KeptForm {
  path: string;
  values: Record<string, string>;
}

const keptLabels: Record<string, string> = { body: "Your text", title: "Title", about: "About", reason: "Why" };

function SendAgain({ kept }: { kept: KeptForm }) {
  const { formToken } = useViewer();
  const entries = Object.entries(kept.values);
  return (
    <form method="post" action={kept.path} className="grid gap-4">
      <input type="hidden" name="_token" value={formToken} />
      {entries.map(([name, value]) =>
        value.length > 60 ? (
          <label key={name} className="grid gap-1 font-semibold">
            {keptLabels[name] ?? "What you typed"}
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
        <Button look="primary">Send it again</Button>
      </div>
    </form>
  );
}

export function wordsOf(status: number, code: string | undefined, pathname: string): Words {
  if (code === "bad_origin") return crossSite;
  if (code === "crowded") return crowded;
  if (code === "step_up") return stepUp;
  if (status === 410 && pathname.startsWith("/manage/sign-in/")) return spentLink;
  if (status === 410 && pathname.startsWith("/manage/invitations/")) return spentInvitation;
  return words[status] ?? defect;
}

interface ErrorPageProps {
  status: number;
  code?: string | undefined;
  detail?: string | undefined;
  requestId?: string | undefined;
  kept?: KeptForm | undefined;
}

export function ErrorPage({ status, code, detail, requestId, kept }: ErrorPageProps) {
  const { pathname } = useLocation();
  const { title, next } = wordsOf(status, code, pathname);
  return (
    <main className="mx-auto grid max-w-xl gap-4 px-4 py-12">
      {status === 0 ? null : <p className="text-sm text-soft">{status}</p>}
      <h1 className="text-2xl font-semibold">{title}</h1>
      {detail ? <p>{detail}</p> : null}
      <p>{kept && code !== "step_up" ? (keptWords[status] ?? next) : next}</p>
      {kept ? <SendAgain kept={kept} /> : null}
      {requestId ? <p className="font-mono text-sm text-soft">{requestId}</p> : null}
    </main>
  );
}
