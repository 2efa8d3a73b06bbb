import { AwsV4Signer } from "aws4fetch";

/** The settings that identify the AWS account. */
export interface SesAccessKey {
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
}

/** Returns false for settings that cannot be opened or no longer pass the schema; their account is unknown. */
export const hasSesAccessKey = ({ accessKeyId, secretAccessKey }: Partial<SesAccessKey>): boolean =>
  Boolean(accessKeyId && secretAccessKey);

const pinned = /^https:\/\/sts\.[a-z0-9-]{1,30}\.amazonaws\.com\/\?Action=GetCallerIdentity&[\w=&%.+~-]{1,2000}$/;

const isAccount = (text: string) => /<Account>\d{12}<\/Account>/.test(text);

/**
 * Returns the signed URL, valid for a minute, at which Amazon names the account of a key; the key needs no permission
 * for it (`docs.aws.amazon.com/STS/latest/APIReference/API_GetCallerIdentity.html`).
 */
export async function awsAccountFetchRequirement({ region, accessKeyId, secretAccessKey }: SesAccessKey, now: number) {
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

/** Returns true when the topic belongs to the account that Amazon named. */
export const isSnsTopicOfAccount = (topic: string, said: string): boolean =>
  said.includes(`<Account>${topic.split(":")[4]}</Account>`);
