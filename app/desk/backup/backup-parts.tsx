import { Section } from "../parts/list";

/** A plain link: script is not to take a file for a page. */
function FileLink({ href, children }: { href: string; children: string }) {
  return (
    <p>
      <a
        href={href}
        download=""
        className="inline-flex min-h-11 items-center justify-center rounded-md border border-edge bg-surface px-4 py-2 font-medium text-ink no-underline hover:bg-sunken"
      >
        {children}
      </a>
    </p>
  );
}

/** Of the deployment page. */
export function BackupPart() {
  return (
    <>
      <p className="max-w-prose">
        Everything of this deployment in one file: pages, history, people, subscribers. Passwords and keys are left out;
        the file lists what to set again. <code>npm run restore</code> restores it completely or not at all, and sends
        no old emails.
      </p>
      <FileLink href="/manage/deployment/backup">Download a backup</FileLink>
    </>
  );
}

/** Of a page's danger zone. */
export function PageExportPart({ slug }: { slug: string }) {
  return (
    <Section title="Export this page">
      <p className="max-w-prose">
        Everything of this page in one file: its history, subscribers, sources and settings, without passwords and keys.
        It can be restored into an empty Upfront.
      </p>
      <FileLink href={`/manage/${slug}/settings/export`}>Download this page</FileLink>
    </Section>
  );
}
