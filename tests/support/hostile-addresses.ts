/** Addresses that must never be called, when `status.example.com` is our own (docs/security.md). */

const hosts4 = [
  "0.0.0.0",
  "0.1.2.3",
  "10.0.0.1",
  "10.255.255.255",
  "100.64.0.1",
  "100.100.100.200",
  "127.0.0.1",
  "127.255.255.254",
  "169.254.0.1",
  "169.254.169.254",
  "172.16.0.1",
  "172.31.255.255",
  "192.0.0.1",
  "192.0.0.192",
  "192.0.2.1",
  "192.88.99.1",
  "192.168.0.1",
  "192.168.255.255",
  "198.18.0.1",
  "198.19.255.255",
  "198.51.100.1",
  "203.0.113.1",
  "224.0.0.1",
  "239.255.255.255",
  "240.0.0.1",
  "255.255.255.255",
  "168.63.129.16",
];

const bytesOf = (host: string) => host.split(".").map(Number) as [number, number, number, number];
const numberOf = (host: string) => bytesOf(host).reduce((sum, each) => sum * 256 + each, 0);
const hex = (value: number) => `0x${value.toString(16)}`;
const octal = (value: number) => `0${value.toString(8)}`;
const wide = (text: string) => text.replaceAll(/[0-9]/g, (digit) => String.fromCharCode(0xff10 + Number(digit)));

/** Returns one private address in notations that have fooled parsers. */
export const notations = (host: string): string[] => {
  const [a, b, c, d] = bytesOf(host);
  const pair = (x: number, y: number) => (x * 256 + y).toString(16);
  return [
    host,
    `${host}.`,
    String(numberOf(host)),
    hex(numberOf(host)),
    octal(numberOf(host)),
    `${hex(a)}.${hex(b)}.${hex(c)}.${hex(d)}`,
    `${octal(a)}.${octal(b)}.${octal(c)}.${octal(d)}`,
    `${a}.${b}.${c * 256 + d}`,
    `${a}.${b * 65536 + c * 256 + d}`,
    wide(host),
    host.replaceAll(".", "。"),
    host.replaceAll(".", "%2e"),
    `[::ffff:${host}]`,
    `[::ffff:${pair(a, b)}:${pair(c, d)}]`,
    `[::${host}]`,
    `[64:ff9b::${host}]`,
    `[2002:${pair(a, b)}:${pair(c, d)}::1]`,
  ];
};

const hosts6 = [
  "[::]",
  "[::1]",
  "[0:0:0:0:0:0:0:1]",
  "[fe80::1]",
  "[febf::1]",
  "[fec0::1]",
  "[fc00::1]",
  "[fd00:ec2::254]",
  "[fdff::1]",
  "[ff02::1]",
  "[2001::1]",
  "[2001:db8::1]",
  "[3fff::1]",
  "[100::1]",
  "[64:ff9b:1::1]",
  "[5f00::1]",
  "[4000::1]",
  "[2002:7f00:1::]",
  "[2001:10::1]",
  "[2001:20::1]",
];

const names = [
  "localhost",
  "LOCALHOST",
  "localhost.",
  "localhost..",
  "a.localhost",
  "ｌｏｃａｌｈｏｓｔ",
  "loc%61lhost",
  "printer",
  "router",
  "metadata",
  "printer.local",
  "db.internal",
  "metadata.google.internal",
  "METADATA.google.internal.",
  "nas.home.arpa",
  "nas.lan",
  "x.corp",
  "wiki.intranet",
  "abc.onion",
  "a.test",
  "b.invalid",
  "1.0.0.127.in-addr.arpa",
  "kubernetes.default.svc",
  "api.default.svc.cluster.local",
  "127.0.0.1.nip.io",
  "10.0.0.1.sslip.io",
  "app.127.0.0.1.nip.io",
  "7f000001.nip.io",
  "localtest.me",
  "x.localtest.me",
  "lvh.me",
  "a.lvh.me",
  "vcap.me",
  "lacolhost.com",
  "10-0-0-1.traefik.me",
  "7f000001.c0a80001.rbndr.us",
  "make-1.2.3.4-rebind-127.0.0.1-rr.1u.ms",
  "localho.st",
  "local.gd",
];

const schemes = [
  "file:///etc/passwd",
  "gopher://example.com/",
  "ftp://example.com/",
  "ws://example.com/",
  "data:text/html,x",
  "javascript:alert(1)",
  "dict://example.com:11211/",
  "ldap://example.com",
  "blob:https://example.com/1",
  "about:blank",
  "unix:/var/run/docker.sock",
  "smb://example.com/share",
  "jar:http://example.com!/",
  "//example.com",
  "example.com",
  "",
  "http://",
  "https://?",
  "http:///",
  "HTTP",
  "http://exa mple.com",
  "http://[::1",
  "http://[fe80::1%25eth0]/",
  "http://1.2.3.4.5.6.7.8.9:99999/",
];

const credentials = [
  "https://user@example.com/",
  "https://user:pass@example.com/",
  "https://:pass@example.com/",
  "https://127.0.0.1@example.com/",
  "https://example.com@127.0.0.1/",
  "https://example.com%2F@127.0.0.1/",
];

const ports = [
  "http://example.com:22/",
  "http://example.com:25/",
  "http://example.com:6379/",
  "https://example.com:11211/",
  "http://example.com:6000/",
  "http://example.com:587/",
];

const ownHosts = ["status.example.com", "STATUS.example.com.", "status.example.com:8443", "ｓtatus.example.com"];

/** Private, local and reserved hosts, in every notation that has fooled parsers. */
export const hostileHosts = [...hosts4.flatMap(notations), ...hosts6, ...names];

/** URLs that must never be called: such hosts, other schemes, credentials, ports of other protocols, our own. */
export const hostileUrls = [
  ...hostileHosts.map((host) => `http://${host}/latest/meta-data`),
  ...hosts4.map((host) => `https:\\\\${host}\\x`),
  ...hosts4.map((host) => `\thttp://${host}:8080/?x=1#y`),
  ...schemes,
  ...credentials,
  ...ports,
  ...ownHosts.map((host) => `https://${host}/x`),
];
