import { describe, expect, test } from "vitest";
import { certificateFor, selfSigned } from "../../tests/support/certificates";
import {
  isCertificateOfSns,
  isPemOfCertificates,
  snsCertificateUrlPattern,
  snsConfirmationUrlPattern,
} from "./sns-certificate";

const hash = "7ff5318490ec183fbaddaa2a969abfda";
const host = "https://sns.eu-west-1.amazonaws.com";
const address = `${host}/SimpleNotificationService-${hash}.pem`;

describe("where a certificate of SNS lies", () => {
  test.each([
    address,
    `https://sns.us-gov-west-1.amazonaws.com/SimpleNotificationService-${hash}.pem`,
    `https://sns.ap-southeast-4.amazonaws.com/SimpleNotificationService-${hash}.pem`,
    `https://sns.cn-north-1.amazonaws.com.cn/SimpleNotificationService-${hash}.pem`,
  ])("%s", (url) => {
    expect(snsCertificateUrlPattern.test(url)).toBe(true);
  });

  test.each([
    ["an answer of its API", `${host}/?Action=ListTagsForResource&X-Amz-Signature=ab&x=.pem`],
    ["one whose path ends so", `${host}/?a=/SimpleNotificationService-${hash}.pem`],
    ["a query behind it", `${address}?Action=Publish`],
    ["a fragment", `${address}#.pem`],
    ["a port", address.replace(".com/", ".com:8443/")],
    ["somebody who signs in", address.replace("https://", "https://sns@")],
    ["another path before it", `${host}/x/SimpleNotificationService-${hash}.pem`],
    ["a way back in its path", `${host}/x/../SimpleNotificationService-${hash}.pem`],
    ["a name that is no hash", `${host}/SimpleNotificationService-latest.pem`],
    ["an escaped letter", `${host}/%53impleNotificationService-${hash}.pem`],
    ["no TLS", address.replace("https", "http")],
    ["the bucket “sns” of S3", `https://sns.s3-us-west-2.amazonaws.com/SimpleNotificationService-${hash}.pem`],
    [
      "a website of that bucket",
      `https://sns.s3-website-us-east-1.amazonaws.com/SimpleNotificationService-${hash}.pem`,
    ],
    [
      "another domain behind it",
      `https://sns.eu-west-1.amazonaws.com.evil.example/SimpleNotificationService-${hash}.pem`,
    ],
    ["a second line", `${address}\n`],
  ])("but not %s", (_, url) => {
    expect(snsCertificateUrlPattern.test(url)).toBe(false);
  });
});

describe("where a subscription is confirmed", () => {
  const confirms = `${host}/?Action=ConfirmSubscription&TopicArn=arn:aws:sns:eu-west-1:123456789012:mail&Token=2336a`;
  test.each([
    [confirms, true],
    [confirms.replace("Confirm", "Delete"), false],
    [`${confirms}#x`, false],
    [confirms.replace("sns.eu-west-1", "sqs.eu-west-1"), false],
    [confirms.replace(".com/", ".com:444/"), false],
    [confirms.replace("//", "//a:b@"), false],
  ])("%s: %s", (url, isOne) => {
    expect(snsConfirmationUrlPattern.test(url)).toBe(isOne);
  });
});

const now = Date.now();
const day = 24 * 3600_000;
const global = certificateFor(["DNS:sns.amazonaws.com"]).cert;

describe("a certificate of SNS", () => {
  const of = (...names: string[]) => certificateFor(names.map((name) => `DNS:${name}`)).cert;
  const at = (region: string, domain = "amazonaws.com") =>
    `https://sns.${region}.${domain}/SimpleNotificationService-${hash}.pem`;

  test.each([
    ["of all regions", global, address],
    ["of its region", of("sns-signing.af-south-1.amazonaws.com", "sns.af-south-1.amazonaws.com"), at("af-south-1")],
    ["of China", of("sns-cn-north-1.amazonaws.com.cn"), at("cn-north-1", "amazonaws.com.cn")],
    ["of another region of the government", of("sns-us-gov-west-1.amazonaws.com"), at("us-gov-east-1")],
    ["with line ends of Windows", global.replaceAll("\n", "\r\n"), address],
    ["with the one that signed it behind it", `${global}\n${certificateFor().ca}\n`, address],
  ])("%s", (_, text, url) => {
    expect(isCertificateOfSns(text, url, now + 60_000)).toBe(true);
  });

  test.each([
    ["of another name", of("example.com"), now],
    ["of another region", of("sns-signing.af-south-1.amazonaws.com"), now],
    ["that is over", global, now + 3 * day],
    ["whose time has not come", global, now - day],
    ["without a name of SNS", selfSigned().cert, now],
    ["behind other text", `<Tag>${global}`, now],
    ["behind an empty line", `\n${global}`, now],
    ["before other text", `${global}\n</Tag>`, now],
    ["within XML", `<Response><Value>${global}\n</Value></Response>`, now],
    ["of no sense", "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n", now],
    ["that is none", "", now],
  ])("but not one %s", (_, text, at) => {
    expect(isCertificateOfSns(text, address, at + 60_000)).toBe(false);
  });

  test("is looked for in time that grows with the text", () => {
    const long = `-----BEGIN CERTIFICATE-----\n${"A".repeat(76)}\n`.repeat(160);
    const begun = performance.now();
    expect(isPemOfCertificates(long)).toBe(false);
    expect(performance.now() - begun).toBeLessThan(1000);
  });
});
