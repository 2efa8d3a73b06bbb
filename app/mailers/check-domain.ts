import { z } from "zod";
import { readAsOperator } from "~/change/read-permitted";
import { missingFailure, ok, type Result } from "~/failures/failure";
import { textsAt } from "~/monitors/lookups/texts-at";
import type { Ctx } from "~/platform/ctx";
import { mailerOf } from "./kinds/known-kinds";
import { mailerById } from "./queries/mailer";
import { type DnsRecordFinding, dkimName, dmarcName, domainOf, senderFindings } from "./rules/sender-records";

/** Selector as it is in DNS; an invalid one counts as not given. */
const selectorSchema = z
  .string()
  .trim()
  .toLowerCase()
  .max(100)
  .regex(/^[a-z0-9]([a-z0-9_.-]*[a-z0-9])?$/);

export interface CheckedDomain {
  domain: string;
  selector: string | null;
  findings: DnsRecordFinding[];
}

/**
 * Returns the state of the DNS records of the domain from which this mailer sends. For the operator; three lookups,
 * nothing is written.
 */
export const checkSenderDomain = (
  ctx: Ctx,
  { id, selector: given }: { id: string; selector: string },
): Promise<Result<CheckedDomain>> =>
  readAsOperator(ctx, [mailerById(ctx, id)], async ([[row]]) => {
    if (!row) return missingFailure;
    const { spf: mechanism = null, selector: usual = null } = mailerOf(row.kind)?.records ?? {};
    const domain = domainOf(row.fromAddress);
    const selector = selectorSchema.safeParse(given).data ?? usual;
    const [spf, dkim, dmarc] = await Promise.all([
      textsAt(ctx, domain),
      selector === null ? null : textsAt(ctx, dkimName(selector, domain)),
      textsAt(ctx, dmarcName(domain)),
    ]);
    const findings = senderFindings({ domain, selector, spf, dkim, dmarc }, mechanism);
    return ok({ domain, selector, findings });
  });
