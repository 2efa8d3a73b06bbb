import { z } from "zod";
import { readIfOperator } from "~/change/read-permitted";
import { missingFailure, ok, type Result } from "~/failures/failure";
import { lookUpTxtRecords } from "~/monitors/lookups/texts-at";
import type { Ctx } from "~/platform/ctx";
import { mailerAdapterOf } from "./kinds/known-kinds";
import { mailerByIdQuery } from "./queries/mailer";
import {
  type DnsRecordFinding,
  dkimRecordName,
  dmarcRecordName,
  domainOfMailAddress,
  senderRecordFindings,
} from "./rules/sender-records";

/** The DKIM selector as it is in DNS. An invalid selector is treated as absent. */
const selectorSchema = z
  .string()
  .trim()
  .toLowerCase()
  .max(100)
  .regex(/^[a-z0-9]([a-z0-9_.-]*[a-z0-9])?$/);

export interface SenderDomainCheck {
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
): Promise<Result<SenderDomainCheck>> =>
  readIfOperator(ctx, [mailerByIdQuery(ctx, id)], async ([[row]]) => {
    if (!row) return missingFailure;
    const { spf: mechanism = null, selector: usual = null } = mailerAdapterOf(row.kind)?.records ?? {};
    const domain = domainOfMailAddress(row.fromAddress);
    const selector = selectorSchema.safeParse(given).data ?? usual;
    const [spf, dkim, dmarc] = await Promise.all([
      lookUpTxtRecords(ctx, domain),
      selector === null ? null : lookUpTxtRecords(ctx, dkimRecordName(selector, domain)),
      lookUpTxtRecords(ctx, dmarcRecordName(domain)),
    ]);
    const findings = senderRecordFindings({ domain, selector, spf, dkim, dmarc }, mechanism);
    return ok({ domain, selector, findings });
  });
