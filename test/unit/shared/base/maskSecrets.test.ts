import fc from "fast-check";
import { expect, it } from "vitest";
import {
  createMask,
  getSecretValues,
  maskLine,
  maskSecrets,
  maskStart,
} from "../../../../extension/shared/base/maskSecrets.ts";
import { fuzzRuns } from "../../../fuzz/runs.ts";

it.each([
  ["a known value", "say hunter2222 twice: hunter2222", "say *** twice: ***"],
  ["a key by its shape", "use sk-ant-api03-abcdefghijklmnop now", "use *** now"],
  ["a token of a code host", "ghp_0123456789abcdefghijABCDEFGHIJ", "***"],
  ["a header", 'curl -H "Authorization: Bearer abcdefgh12345678" x', 'curl -H "Authorization: ***" x'],
  ["the password in an address", "postgres://app:s3cretpw@db/main", "postgres://app:***@db/main"],
  ["a password with the mark of an address", "postgres://app:s3cret@pw@db/main", "postgres://app:***@db/main"],
  ["a token in place of a name", "https://abcdef0123456789@github.com/x", "https://***@github.com/x"],
  ["no name in an address", "ssh://git@github.com/x", "ssh://git@github.com/x"],
  ["variables with short names", "GITHUB_TOKEN=abc123 DB_PASS=abc123 x", "GITHUB_TOKEN=*** DB_PASS=*** x"],
  ["no number of tokens", "max_tokens=1234 token_count=1234", "max_tokens=1234 token_count=1234"],
  ["an assignment", "export GITHUB_API_TOKEN=abc123def", "export GITHUB_API_TOKEN=***"],
  ["a field of JSON", '{"apiKey":"abc","port":1}', '{"apiKey":"***","port":1}'],
  [
    "a field of JSON within JSON",
    JSON.stringify({ text: '{"client_secret": "a b", "x": 1}' }),
    JSON.stringify({ text: '{"client_secret": "***", "x": 1}' }),
  ],
  ["a private key", "-----BEGIN RSA PRIVATE KEY-----\nabc\n-----END RSA PRIVATE KEY-----\nrest", "***\nrest"],
  ["nothing where there is nothing", "const token = next(); // the key idea", "const token = next(); // the key idea"],
])("masks %s", (_, text, masked) => {
  expect(maskSecrets(text, ["hunter2222", "a"])).toBe(masked);
});

const encoders: Readonly<Record<string, (text: string) => string>> = {
  "JSON within JSON": (text) => JSON.stringify({ text: JSON.stringify({ text }) }),
  "JSON in ASCII": (text) =>
    JSON.stringify(text).replace(
      /[\u0080-\uffff]/g,
      (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
    ),
  "JSON with escaped slashes": (text) => JSON.stringify(text).replaceAll("/", "\\/"),
  "an address": (text) => `https://host/x?a=1&key=${encodeURIComponent(text)}&b`,
  "an address in lower case": (text) => `key=${encodeURIComponent(text).replace(/%../g, (code) => code.toLowerCase())}`,
  "a form": (text) => new URLSearchParams({ key: text }).toString(),
  HTML: (text) =>
    `<p title="${text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;").replaceAll("'", "&#39;")}">`,
  "a shell's single quotes": (text) => `say '${text.replaceAll("'", "'\\''")}'`,
  "a shell's double quotes": (text) => `say "${text.replace(/["$\\`]/g, "\\$&")}"`,
  "HTML as templates write it": (text) =>
    text
      .replaceAll("&", "&amp;")
      .replaceAll("<", "&lt;")
      .replaceAll(">", "&gt;")
      .replace(/["'/=`]/g, (mark) => `&#x${mark.charCodeAt(0).toString(16).toUpperCase()};`),
  "a command within JSON": (text) => JSON.stringify({ command: `curl -u "me:${text.replace(/["$\\`]/g, "\\$&")}"` }),
  "a quoted command within JSON within JSON": (text) =>
    JSON.stringify(JSON.stringify({ command: `curl '${text.replaceAll("'", "'\\''")}'` })),
  "an address with slashes": (text) => encodeURIComponent(text).replaceAll("%2F", "/"),
  "JSON as Go writes it": (text) =>
    JSON.stringify(text).replace(/[&<>]/g, (mark) => `\\u00${mark.charCodeAt(0).toString(16)}`),
  "HTML of other programs": (text) =>
    text
      .replaceAll("&", "&amp;")
      .replaceAll("<", "&lt;")
      .replaceAll(">", "&gt;")
      .replaceAll('"', "&quot;")
      .replaceAll("'", "&#039;"),
  "an address as Python and Go write it": (text) =>
    encodeURIComponent(text).replace(/[!'()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`),
  "an address within an address": (text) => encodeURIComponent(encodeURIComponent(text)),
  "a quoted text of a program": (text) => `'${text.replace(/['\\]/g, "\\$&")}'`,
  "base64 at any place": (text) =>
    ["", "a", "ab", "abc"].map((before) => Buffer.from(`${before}${text}:rest`).toString("base64")).join(" "),
  "base64 for addresses": (text) => Buffer.from(`user:${text}`).toString("base64url"),
};

it.each(Object.keys(encoders))("masks a known value that was written as %s", (name) => {
  const encode = encoders[name] as (text: string) => string;
  // A part that every spelling keeps, in base64 other than in the rest.
  const secrets = fc
    .string({ unit: fc.constantFrom(..."aZ0/+&<>\"'\\$ü€ *~!()"), minLength: 2, maxLength: 12 })
    .map((text) => `Secret9${text}9Secret`);
  fc.assert(
    fc.property(secrets, (secret) => {
      const text = maskSecrets(encode(secret), [secret]);
      const parts = name.startsWith("base64")
        ? ["a", "ab", "abc"].map((before) => Buffer.from(`${before}Secret9`).toString("base64").slice(4, 10))
        : ["Secret9"];
      for (const part of parts) expect(text).not.toContain(part);
    }),
    { numRuns: fuzzRuns(200) },
  );
});

it("masks a value in base64 that is broken into lines", () => {
  const secret = "A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8S9t0U1v2W3x4Y5z6A7b8C9d0E1f2";
  for (const [before, length] of [
    ["", 64],
    ["user:", 76],
    ["a much longer user name:", 76],
  ] as const) {
    const broken = Buffer.from(before + secret)
      .toString("base64")
      .replace(new RegExp(`(.{${length}})`, "g"), "$1\n");
    for (const text of [broken, JSON.stringify({ broken })])
      expect(maskSecrets(text, [secret]).replace(/[^A-Za-z\d+/]/g, "").length).toBeLessThan(60);
  }
});

it("masks the login of a proxy as it is sent, too", () => {
  const known = getSecretValues({ HTTPS_PROXY: "http://user:p%40ssw0rd@proxy:80" });
  for (const text of ["user:p%40ssw0rd", "p@ssw0rd", "dXNlcjpwQHNzdzByZ"])
    expect(maskSecrets(`${text}A==`, known)).not.toContain(text);
});

it("masks a text before it cuts it to a line", () => {
  const mask = (text: string): string => maskSecrets(text, ["hunter2222"]);
  expect(maskLine(`${"x".repeat(15)} hunter2222`, 20, mask)).toBe(`${"x".repeat(15)} ***`);
  expect(maskLine("a hun\u0000ter2222", 20, mask)).toBe("a ***");
  expect(maskLine("one\ntwo three", 7, mask)).toBe("one two…");
});

it("masks values that come into use later, and no longer those that are gone", () => {
  let known: readonly string[] = [];
  const mask = createMask(() => known);
  expect(mask("hunter2222 and correct horse")).toBe("hunter2222 and correct horse");
  known = ["hunter2222"];
  expect(mask("hunter2222 and correct horse")).toBe("*** and correct horse");
  known = ["correct horse"];
  expect(mask("hunter2222 and correct horse")).toBe("hunter2222 and ***");
});

it("keeps lines of JSON valid, whatever the secret contains", () => {
  const secret = 'quo"te\\back\nline';
  const line = maskSecrets(JSON.stringify({ text: `before ${secret} after`, password: secret }), [secret]);
  expect(JSON.parse(line)).toEqual({ text: "before *** after", password: "***" });
});

it("finds secrets of an environment by the names of variables", () => {
  expect(
    getSecretValues({ ANTHROPIC_API_KEY: "one", PATH: "/bin", GH_TOKEN: "two", MISSING_SECRET: undefined }),
  ).toEqual(["one", "two"]);
});

it("finds secrets under further names of variables, but not the working folder", () => {
  const names = [
    "DB_PASS",
    "MYSQL_PWD",
    "GH_PAT",
    "SENTRY_DSN",
    "AWS_CREDS",
    "SLACK_WEBHOOK",
    "ANTHROPIC_CUSTOM_HEADERS",
  ];
  const others = ["PWD", "OLDPWD", "PATH", "LANG"];
  expect(getSecretValues(Object.fromEntries([...names, ...others].map((name) => [name, name])))).toEqual(names);
});

it.each([
  ["headers", "X-Corp: abcd1234efgh\nX-Team: blue9911team", ["abcd1234efgh", "blue9911team"]],
  ["fields", "authorization=Bearer tok12345678,x-otlp=zyxw9876abcd", ["tok12345678", "zyxw9876abcd"]],
  ["the login of an address", "postgres://app:S3cret%40Pw99@db/x", ["S3cret%40Pw99", "S3cret@Pw99"]],
  ["JSON", '{"id":"abc123def456","key":{"x":"9zqPwd-long"}}', ["abc123def456", "9zqPwd-long"]],
  ["parameters", "https://host/x?key=abc123def456&v=1", ["abc123def456"]],
])("masks what of a known value stands alone: %s", (_, value, parts) => {
  for (const part of parts) expect(maskSecrets(`say ${part}!`, [value])).toBe("say ***!");
});

it("keeps paths, hosts and words of a known value", () => {
  const value = "/usr/lib/jvm17 https://host1.example/path1 C:\\dir12345 alphabetical x=y";
  for (const part of ["/usr/lib/jvm17", "https://host1.example/path1", "C:\\dir12345", "alphabetical"])
    expect(maskSecrets(`say ${part}!`, [value])).toBe(`say ${part}!`);
});

it("masks a secret that contains another one, or is part of an address", () => {
  expect(maskSecrets("use abcdefghij, abcdef and ghijkl", ["abcdef", "abcdefghij", "ghijkl"])).toBe(
    "use ***, *** and ***",
  );
  const secret = "p@ss/wörd \ud800";
  const known = ["p@ss/wörd", secret];
  expect(
    maskSecrets(`GET ${new URL(`https://host/mcp?to=${encodeURIComponent("p@ss/wörd")}&x=1`)} failed`, known),
  ).toBe("GET https://host/mcp?to=***&x=1 failed");
  expect(maskSecrets(new URL("https://host/p@ss/wörd/x").href, known)).toBe("https://host/***/x");
  expect(maskSecrets(JSON.stringify({ text: JSON.stringify({ a: 'quo"te\\' }) }), ['quo"te\\'])).toBe(
    JSON.stringify({ text: '{"a":"***"}' }),
  );
});

it("leaves no beginning of a secret where a text is truncated", () => {
  const secret = "hunter2-correct-horse-battery-staple";
  const part = fc.oneof(
    fc.integer({ min: 0, max: 9_000 }).map((length) => "x".repeat(length)),
    fc.constant(` ${secret} `),
    fc.constant(" postgres://app:s3cretpw@db/main "),
    fc.integer({ min: 1, max: 4_000 }).map((length) => ` api_key=${"k".repeat(length)} `),
  );
  fc.assert(
    fc.property(fc.array(part, { maxLength: 8 }), fc.integer({ min: 0, max: 300 }), (parts, maxLength) => {
      const start = maskStart(parts.join(""), maxLength, (text) => maskSecrets(text, [secret]));
      expect(start.length).toBeLessThanOrEqual(maxLength);
      for (const head of ["hunte", "s3cre", "kkkk"]) expect(start).not.toContain(head);
    }),
    { numRuns: fuzzRuns(300) },
  );
});

it.each(["a.", "a+", "secret.", "api_key_", "\\", '"token":"', "https:", "Bearer "])(
  "masks a long text that repeats %j in time proportional to its length",
  (part) => {
    const text = part.repeat(20_000);
    expect(maskSecrets(`${text} ghp_0123456789abcdefghijABCDEFGHIJ`)).not.toContain("ghp_");
  },
);

it("masks base64 with escaped slashes, in an address, and of a text in JSON", () => {
  const secret = 's3cret?>?>"ü~~';
  const forms = [secret, JSON.stringify(secret).slice(1, -1)].map((text) =>
    Buffer.from(`me:${text}`).toString("base64"),
  );
  const written = forms.flatMap((text) => [text.replaceAll("/", "\\/"), encodeURIComponent(text)]);
  for (const text of written) expect(maskSecrets(text, [secret])).not.toContain(text.slice(6, 18));
});

it("masks a value without its surrounding white space, and each of its lines alone", () => {
  const key = " first line of a key\nsecond line of it\nend\n";
  expect(maskSecrets("got first line of a key", [key])).toBe("got ***");
  expect(maskSecrets("second line of it", [key])).toBe("***");
  expect(maskSecrets("the end", [key])).toBe("the end");
  expect(maskSecrets("Bearer_hunter2222", ["hunter2222 \n"])).toBe("Bearer_***");
});

it("masks the beginning of a value in front of a cut, and no other one", () => {
  expect(maskSecrets("a hunter22… b hunter2 c hunte… hunter2222…", ["hunter2222"])).toBe(
    "a ***… b hunter2 c hunte… ***…",
  );
});
