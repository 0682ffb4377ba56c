// @vitest-environment node
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { expect, expectTypeOf, it } from "vitest";
import type { HookEvent } from "../../../../extension/core/api/tandem.d.ts";
import type { KnownHookEvent } from "../../../../extension/core/protocol/requests/hookEvents.ts";

const types = fileURLToPath(new URL("../../../../extension/core/api/tandem.d.ts", import.meta.url));
const user = "/user.ts";

/** Returns what the compiler says about an extension that uses the types alone. */
function compile(source: string): string[] {
  const options: ts.CompilerOptions = {
    strict: true,
    exactOptionalPropertyTypes: true,
    noEmit: true,
    skipLibCheck: false,
    types: [],
    target: ts.ScriptTarget.ES2022,
    lib: ["lib.es2022.d.ts", "lib.esnext.disposable.d.ts", "lib.dom.d.ts"],
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    module: ts.ModuleKind.ESNext,
    allowImportingTsExtensions: true,
  };
  const host = ts.createCompilerHost(options);
  const { getSourceFile, fileExists } = host;
  const text = `import type { StandardSchema, TandemAPI, TandemError, TandemEvent } from ${JSON.stringify(types)};\ndeclare const api: TandemAPI;\n${source}\nexport {};`;
  host.getSourceFile = (name, ...rest) =>
    name === user ? ts.createSourceFile(name, text, ts.ScriptTarget.ES2022) : getSourceFile(name, ...rest);
  host.fileExists = (name) => name === user || fileExists(name);
  const program = ts.createProgram([user, types], options, host);
  return ts.getPreEmitDiagnostics(program).map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, " "));
}

it("compiles without another library, knows an answer's type, and accepts no other options", {
  timeout: 60_000,
}, () => {
  expect(
    compile(`
      declare const schema: StandardSchema<{ count: number }>;
      const typed: Promise<number> = api.query({ prompt: "x", schema }).result.then(({ output }) => output.count);
      const plain: Promise<unknown> = api.query({ prompt: "x", schema: { type: "object" } }).result.then(({ output }) => output);
      const none: Promise<undefined> = api.query({ prompt: "x" }).result.then(({ output }) => output);
      const read = (error: TandemError): number => (error.code === "timedOut" ? error.data.timeoutMs : 0);
      const kinds = (event: TandemEvent): string => (event.kind === "toolCall" ? event.call.subject : event.kind);
      async function talk() {
        await using session = await api.createSession({ customTools: [{ name: "a", description: "", input: { type: "object" }, run: () => 1 }] });
        for await (const event of session.send("x")) kinds(event);
      }
      // @ts-expect-error There is no such option.
      api.query({ prompt: "x", permissionMode: "bypassPermissions" });
      void [typed, plain, none, read, talk];
    `),
  ).toEqual([]);
});

it("has exactly the hook events of the protocol", () => {
  expectTypeOf<HookEvent>().toEqualTypeOf<KnownHookEvent>();
});
