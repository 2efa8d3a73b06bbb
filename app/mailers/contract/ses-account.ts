import { AwsV4Signer } from "aws4fetch";

/** What of a mailer's settings says whose it is. */
export interface SesKey {
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
}

/** Settings that can't be opened or no longer pass have none, and nobody says whose they are. */
export const hasKey = ({ accessKeyId, secretAccessKey }: Partial<SesKey>): boolean =>
  Boolean(accessKeyId && secretAccessKey);

const pinned = /^https:\/\/sts\.[a-z0-9-]{1,30}\.amazonaws\.com\/\?Action=GetCallerIdentity&[\w=&%.+~-]{1,2000}$/;

const isAccount = (text: string) => /<Account>\d{12}<\/Account>/.test(text);

/**
 * Where Amazon says which account a key belongs to; it needs no permission there
 * (`docs.aws.amazon.com/STS/latest/APIReference/API_GetCallerIdentity.html`). It is signed, and good for a minute.
 */
export async function whoseKey({ region, accessKeyId, secretAccessKey }: SesKey, now: number) {
  const datetime = new Date(now).toISOString().replaceAll(/[:-]|\.\d{3}/g, "");
  const { url } = await new AwsV4Signer({
    url: `https://sts.${region}.amazonaws.com/?Action=GetCallerIdentity&Version=2011-06-15&X-Amz-Expires=60`,
    method: "GET",
    accessKeyId,
    secretAccessKey,
    service: "sts",
    region,
    datetime,
    signQuery: true,
  }).sign();
  return { url: url.href, pinned, keep: false, isUsable: isAccount };
}

/** Whether the topic is of the account of which Amazon spoke. */
export const isOfAccount = (topic: string, said: string): boolean =>
  said.includes(`<Account>${topic.split(":")[4]}</Account>`);
