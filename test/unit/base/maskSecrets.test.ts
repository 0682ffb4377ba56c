import fc from "fast-check";
import { expect, it } from "vitest";
import { createMask, getSecretValues, maskSecrets, maskStart } from "../../../extension/base/maskSecrets.ts";
import { fuzzRuns } from "../../fuzz/runs.ts";

it.each([
  ["a known value", "say hunter2222 twice: hunter2222", "say *** twice: ***"],
  ["a key by its shape", "use sk-ant-api03-abcdefghijklmnop now", "use *** now"],
  ["a token of a code host", "ghp_0123456789abcdefghijABCDEFGHIJ", "***"],
  ["a header", 'curl -H "Authorization: Bearer abcdefgh12345678" x', 'curl -H "Authorization: ***" x'],
  ["the password in an address", "postgres://app:s3cretpw@db/main", "postgres://app:***@db/main"],
  ["an assignment", "export GITHUB_API_TOKEN=abc123def", "export GITHUB_API_TOKEN=***"],
  ["a field of JSON", '{"apiKey":"abc","port":1}', '{"apiKey":"***","port":1}'],
  ["a field of JSON within JSON", JSON.stringify({ text: '{"client_secret": "a b", "x": 1}' }), JSON.stringify({ text: '{"client_secret": "***", "x": 1}' })],
  ["a private key", "-----BEGIN RSA PRIVATE KEY-----\nabc\n-----END RSA PRIVATE KEY-----\nrest", "***\nrest"],
  ["nothing where there is nothing", "const token = next(); // the key idea", "const token = next(); // the key idea"],
])("masks %s", (_, text, masked) => {
  expect(maskSecrets(text, ["hunter2222", "a"])).toBe(masked);
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
  expect(getSecretValues({ ANTHROPIC_API_KEY: "one", PATH: "/bin", GH_TOKEN: "two", MISSING_SECRET: undefined })).toEqual(["one", "two"]);
});

it("masks a secret that contains another one, and one that is a part of an address", () => {
  expect(maskSecrets("use abcdefghij, abcdef and ghijkl", ["abcdef", "abcdefghij", "ghijkl"])).toBe("use ***, *** and ***");
  const secret = "p@ss/wörd \ud800";
  const known = ["p@ss/wörd", secret];
  expect(maskSecrets(`GET ${new URL(`https://host/mcp?to=${encodeURIComponent("p@ss/wörd")}&x=1`)} failed`, known)).toBe(
    "GET https://host/mcp?to=***&x=1 failed",
  );
  expect(maskSecrets(new URL("https://host/p@ss/wörd/x").href, known)).toBe("https://host/***/x");
  expect(maskSecrets(JSON.stringify({ text: JSON.stringify({ a: 'quo"te\\' }) }), ['quo"te\\'])).toBe(JSON.stringify({ text: '{"a":"***"}' }));
});

it("leaves no head of a secret where a text is cut, wherever the secret is and however much is masked before it", () => {
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
    const text = part.repeat(50_000);
    expect(maskSecrets(`${text} ghp_0123456789abcdefghijABCDEFGHIJ`)).not.toContain("ghp_");
  },
);
