import { hostFields } from "~/rules/pages/fields";
import { Button } from "../parts/button";
import { TextField } from "../parts/field";
import { ButtonForm, PostForm, useFormState } from "../parts/form";
import { Card, Fold, Section, Verbatim } from "../parts/list";
import { TimeText } from "../parts/time-text";

export interface WantedHost {
  host: string;
  recordName: string;
  recordValue: string;
  checkedAt: number | null;
}

interface DomainProps {
  version: number;
  host: string | null;
  wanted: WantedHost | null;
  /** The deployment's own host: what a CNAME points to. */
  own: string;
}

export const AskHost = ({ version, host }: Pick<DomainProps, "version" | "host">) => (
  <PostForm name="ask" version={version}>
    <Card>
      <TextField
        name="host"
        label={host ? "Use a different domain" : hostFields.host.label}
        hint={hostFields.host.hint}
        placeholder="status.example.com"
        autoComplete="off"
        spellCheck={false}
        required
      />
    </Card>
    <div>
      <Button look="primary">Next: add a DNS record</Button>
    </div>
  </PostForm>
);

/** Both records to set, and the button that looks for the first. */
export function ProveHost({ version, wanted, own }: { version: number; wanted: WantedHost; own: string }) {
  return (
    <Section title={`Prove that ${wanted.host} is yours`}>
      <p className="max-w-prose">
        Add this TXT record at your DNS provider. You can remove it once the domain is connected.
      </p>
      <div className="grid gap-3">
        <p className="font-medium">Name</p>
        <Verbatim label="Name of the TXT record">{wanted.recordName}</Verbatim>
        <p className="font-medium">Value</p>
        <Verbatim label="Value of the TXT record">{wanted.recordValue}</Verbatim>
      </div>
      <ButtonForm name="check" version={version}>
        <Button look="primary">Check</Button>
      </ButtonForm>
      <Traffic host={wanted.host} own={own} open />
    </Section>
  );
}

/** How requests for the host get here: the same for everybody who asks, so it is written out. */
export const Traffic = ({ host, own, open = false }: { host: string; own: string; open?: boolean }) => (
  <Fold title={`Point ${host} here`} open={open}>
    <div className="grid max-w-prose gap-3">
      <p>
        <strong>On Cloudflare</strong>: open the worker's settings, Domains and routes, add {host} as a custom domain.
        Cloudflare makes the DNS record and the certificate. The domain's zone must be in the same account.
      </p>
      <p>
        <strong>On your own machine, behind a proxy</strong>: a CNAME record of {host} to {own}; in the proxy, a
        certificate for {host}, and its requests passed on with the Host header unchanged (nginx:{" "}
        <code>proxy_set_header Host $host;</code>).
      </p>
      <p className="text-soft">
        The host serves this page and nothing else: no desk, no sign-in, no other page. The address on {own} stays.
      </p>
    </div>
  </Fold>
);

export function OwnHost({ version, host, own }: { version: number; host: string; own: string }) {
  return (
    <Section title={host}>
      <p>
        This domain is connected to the page. <a href={`https://${host}/`}>Open https://{host}/</a>
      </p>
      <Traffic host={host} own={own} />
      <RemoveHost version={version} label={`Disconnect ${host}`} />
    </Section>
  );
}

export const RemoveHost = ({ version, label }: { version: number; label: string }) => (
  <Fold title="Remove the domain" open={useFormState("remove") !== null}>
    <p>
      The domain stops working immediately, including links and feeds on it. The page stays available at its other
      address.
    </p>
    <ButtonForm name="remove" version={version}>
      <Button look="danger">{label}</Button>
    </ButtonForm>
  </Fold>
);

export const CheckedAt = ({ at }: { at: number | null }) =>
  at === null ? null : (
    <p className="text-soft">
      Verified <TimeText at={at} />.
    </p>
  );
