import { execFileSync } from "node:child_process";
import fs from "node:fs";
import { expect, it } from "vitest";
import { oneEditor } from "./oneEditor.ts";
import { runCommand } from "./workbench.mjs";

const say = (text: string) => ({ blocks: [{ text }] });
const use = (tool: string, input: object = {}) => ({ blocks: [{ tool: `mcp__editor__${tool}`, input }] });

const here = oneEditor({
  settings: { "tandem.ideTools.fromExtensions": ["example_words", "example_note", "example_gone"] },
});

interface Block {
  readonly type: string;
  readonly content: string | readonly { readonly text: string }[];
}

/** Returns the results of the calls of the last turn, in order, as the model got them. */
function results(): string[] {
  const messages: { content: string | Block[] }[] = here.world.model.requests.at(-1).messages;
  const blocks = messages.flatMap(({ content }) =>
    typeof content === "string" ? [] : content.filter(({ type }) => type === "tool_result"),
  );
  return blocks.map(({ content }) =>
    typeof content === "string" ? content : content.map(({ text }) => text).join("\n"),
  );
}

/** Has the model call tools one after the other, and returns their results with the folder as "/w". */
async function callAll(prompt: string, calls: readonly [tool: string, input?: object][]): Promise<string[]> {
  here.world.scripts.set(prompt, () => [...calls.map(([tool, input]) => use(tool, input)), say(`Done: ${prompt}.`)]);
  await here.window.send(prompt);
  await here.window.reply(`Done: ${prompt}.`).waitFor({ timeout: 100_000 });
  return results()
    .slice(-calls.length)
    .map((text) => text.replaceAll(here.window.folder, "/w"));
}

const files = {
  "tsconfig.json": '{ "compilerOptions": { "strict": true }, "include": ["*.ts"] }\n',
  "shape.ts": [
    "/** Something with an area. */",
    "export interface Shape {",
    "  area(): number;",
    "}",
    "export class Square implements Shape {",
    "  constructor(readonly side: number) {}",
    "  area(): number {",
    "    return this.side ** 2;",
    "  }",
    "}",
    "",
  ].join("\n"),
  "main.ts":
    'import { type Shape, Square } from "./shape";\nexport function total(shapes: Shape[]): number {\n  return shapes.reduce((sum, shape) => sum + shape.area(), 0);\n}\ntotal([new Square(2)]);\n',
  "wrong.ts": "export const count: number = 1;\nexport const text: string = count;\n",
  ".vscode/tasks.json":
    '{ "version": "2.0.0", "tasks": [{ "label": "say hello", "type": "shell", "command": "echo hello" }] }\n',
};

it("tells the model what the editor knows, without asking", { tags: "thorough" }, async () => {
  await here.begin(files);
  fs.writeFileSync(here.window.file("../outside.ts"), "export const secret = 1;\n");
  expect(
    await callAll("look around", [
      ["diagnostics", { path: "wrong.ts" }],
      ["definition", { path: "main.ts", line: 5, symbol: "Square" }],
      ["references", { path: "shape.ts", line: 2, symbol: "Shape" }],
      ["implementations", { path: "shape.ts", line: 2, symbol: "Shape" }],
      ["call_hierarchy", { path: "main.ts", line: 2, symbol: "total", direction: "incoming" }],
      ["hover", { path: "main.ts", line: 3, symbol: "area" }],
      ["document_symbols", { path: "shape.ts" }],
      ["workspace_symbols", { query: "total" }],
      ["type_hierarchy", { path: "shape.ts", line: 5, symbol: "Square", direction: "supertypes" }],
      ["tasks"],
      ["diagnostics", { path: "../outside.ts" }],
      ["definition", { path: "main.ts", line: 1, symbol: "Circle" }],
    ]),
  ).toEqual([
    "1 problem in 1 file.\n/w/wrong.ts\n  2:14 error: Type 'number' is not assignable to type 'string'. [ts 2322]",
    expect.stringMatching(
      /^2 definitions of Square in 1 file\.\n\/w\/shape\.ts\n {2}5:14 export class Square implements Shape \{\n/,
    ),
    expect.stringMatching(
      /^4 references of Shape in 2 files\.\n\/w\/main\.ts\n {2}1:15 .*\n {2}2:31 .*\n\/w\/shape\.ts\n {2}2:18 .*\n {2}5:32 /,
    ),
    expect.stringMatching(/^1 implementation of Shape in 1 file\.\n\/w\/shape\.ts\n {2}5:14 export class Square/),
    expect.stringMatching(
      /^1 symbol call total\.\n\/w\/main\.ts\n.*\n {2} {2}called at 5:1 total\(\[new Square\(2\)\]\);/,
    ),
    expect.stringContaining("Shape.area(): number"),
    expect.stringMatching(
      /^6 symbols in \/w\/shape\.ts\.\n {2}2-4 interface Shape\n {4}3 method area\n {2}5-10 class Square\n/,
    ),
    expect.stringMatching(/^1 symbol for total\.\n\/w\/main\.ts\n {2}2 function total/),
    expect.stringMatching(/^0 supertypes of Square\.\n/),
    expect.stringContaining("Workspace: say hello"),
    expect.stringMatching(
      /^\.\.\/outside\.ts is outside the workspace\. The editor's tools only work on files in it\./,
    ),
    expect.stringMatching(/^Line 1 of main\.ts does not contain Circle\. The line is: import \{ type Shape/),
  ]);
  expect(await here.window.card.permissions.count()).toBe(0);
});

it("tells the model what is open, selected, changed and was run in a terminal", { tags: "thorough" }, async () => {
  const git = (...given: string[]) =>
    execFileSync("git", ["-c", "user.name=Ann", "-c", "user.email=ann@example.test", ...given], {
      cwd: here.window.folder,
    });
  await here.openOwn({ files: { "a.txt": "one\ntwo\nthree\n", ".env": "KEY=1\n" } });
  git("init", "-q", "-b", "main");
  git("add", ".");
  git("commit", "-qm", "First");
  fs.writeFileSync(here.window.file("a.txt"), "one\n2\nthree\n");
  fs.writeFileSync(here.window.file(".env"), "KEY=hidden\n");
  const { page } = here.window;
  await page.getByRole("treeitem", { name: /a\.txt/ }).dblclick();
  await page.locator(".monaco-editor .view-line", { hasText: "three" }).waitFor();
  await runCommand(page, "Expand Line Selection");
  await runCommand(page, "Git: Refresh");
  const [open, status, diff, blame, terminal] = await callAll("what is new", [
    ["open_editors"],
    ["git_status"],
    ["git_diff"],
    ["git_blame", { path: "a.txt", last_line: 1 }],
    ["terminal_output"],
  ]);
  expect(open).toBe("1 open file.\n/w/a.txt (active)\nSelected: lines 1-1 of /w/a.txt\n  one\n  ");
  expect(status).toMatch(/^Repository \/w, branch main at [0-9a-f]{12}, no upstream\. 2 changes\.\n/);
  expect(status).toContain("unstaged: modified /w/a.txt");
  expect(diff).toContain("+2");
  expect(diff).not.toContain("hidden");
  expect(diff).toContain("Left out because they may hold secrets: .env.");
  expect(blame).toMatch(/^\d+ lines in \/w\/a\.txt\.\n.*Ann.*one$/);
  expect(terminal).toBe("The editor saw no command in a terminal.");
  await runCommand(page, "Terminal: Create New Terminal");
  await page.locator(".terminal-wrapper.active .xterm-helper-textarea").focus();
  // The editor does not report output that arrives in the same chunk as the start of a command, so the command waits
  // until its start is known.
  await page.keyboard.type("until [ -e go ]; do sleep 0.1; done; echo it broke; false\n");
  let turns = 0;
  await expect
    .poll(() => callAll(`look ${turns++}`, [["terminal_output"]]), { timeout: 60_000 })
    .toEqual([expect.stringContaining("$ until")]);
  fs.writeFileSync(here.window.file("go"), "");
  await page.locator(".terminal-command-decoration.error").waitFor();
  expect(await callAll("what broke", [["terminal_output"]])).toEqual([
    expect.stringMatching(/^Terminal .+ \(active\):\n {2}\$ until .*\n {2}it broke\n {2}\(exit code 1\)$/),
  ]);
});

/** Allows a call, after its whole input was shown where the card shows a part of it. */
async function allowWhole(): Promise<void> {
  const { card, panel } = here.window;
  const review = panel.getByRole("button", { name: /^Review \d+ more lines?$/ });
  await card.allow.or(review).first().waitFor();
  if (await review.isVisible()) await review.click();
  await card.allow.click();
}

it("renames a symbol in three files once reviewed and allowed, and lists the changes", {
  tags: "thorough",
}, async () => {
  await here.begin({
    "tsconfig.json": files["tsconfig.json"],
    "shape.ts": files["shape.ts"],
    "main.ts": files["main.ts"],
    "also.ts": 'export { Square } from "./shape";\n',
  });
  const input = { path: "shape.ts", line: 5, symbol: "Square", new_name: "Quad" };
  here.world.scripts.set("rename it", () => [use("rename_symbol", input), say("It is renamed.")]);
  await here.window.send("rename it");
  const card = here.window.panel.getByRole("group", { name: /^Permission: .*rename_symbol/ });
  await card.getByText("export class Quad implements Shape {").waitFor({ timeout: 100_000 });
  await card.getByText("total([new Quad(2)]);").waitFor();
  await card.getByText("also.ts").waitFor();
  expect(here.window.read("main.ts")).toContain("new Square(2)");
  await here.window.card.reviewChanges.click();
  const entry = (name: string) => here.window.page.locator(".multiDiffEditor .multiDiffEntry", { hasText: name });
  for (const name of ["also.ts", "main.ts"])
    await entry(name).locator(".view-line", { hasText: "Quad" }).first().waitFor();
  expect(here.window.read("main.ts")).toContain("new Square(2)");
  await allowWhole();
  await here.window.reply("It is renamed.").waitFor({ timeout: 100_000 });
  expect(results().at(-1)).toContain("Changed and saved 3 files:");
  for (const [name, text] of [
    ["shape.ts", "class Quad"],
    ["main.ts", "new Quad(2)"],
    ["also.ts", "Quad"],
  ] as const)
    expect(here.window.read(name)).toContain(text);
  const changes = here.window.composer.changes.list;
  await changes.locator("button.fold").click();
  for (const name of ["shape.ts", "main.ts", "also.ts"]) await changes.getByText(name).waitFor();
  // The editor saved them for claude: a rewind does not take them for changes of the user.
  await here.window.transcript.button("rewindToHere").click();
  await here.window.rewindDialog.answer("both").click();
  await here.window.panel
    .getByText("Rewound the conversation and 3 files to just before “rename it”.")
    .first()
    .waitFor();
  expect(here.window.read("main.ts")).toContain("new Square(2)");
  for (const name of ["shape.ts", "also.ts"]) expect(here.window.read(name)).not.toContain("Quad");
});

it("acts on files, tasks and tabs once the user allowed each call", { tags: "thorough" }, async () => {
  await here.begin({
    "tsconfig.json": files["tsconfig.json"],
    ".vscode/tasks.json": files[".vscode/tasks.json"],
    "messy.ts": "export const  messy=1 ;\n",
    "imports.ts":
      'import { wrong } from "./spelling";\nimport { messy } from "./messy";\nimport { total } from "./main";\n\nexport const all = [messy, wrong];\n',
    "main.ts": "export const total = 1;\n",
    "spelling.ts": "export const wrong = 1;\nexport const two = wrogn;\n",
  });
  const { window } = here;
  const calls: readonly [tool: string, input: object, isAsked?: boolean][] = [
    ["format", { path: "messy.ts" }, true],
    ["organize_imports", { path: "imports.ts" }, true],
    ["open_file", { path: "spelling.ts", line: 2 }, true],
    ["code_actions", { path: "spelling.ts", line: 2 }],
    ["apply_code_action", { path: "spelling.ts", line: 2, action: "Change spelling to 'wrong'" }, true],
    ["show_diff", { left: "messy.ts", right: "main.ts" }, true],
    ["run_task", { name: "say hello" }, true],
  ];
  here.world.scripts.set("act on it", () => [
    ...calls.map(([tool, input]) => use(tool, input)),
    say("All of it is done."),
  ]);
  await window.send("act on it");
  for (const [tool, , isAsked = false] of calls) {
    if (!isAsked) continue;
    const card = window.panel.getByRole("group", { name: new RegExp(`^Permission: .*${tool}`) });
    await card.waitFor({ timeout: 100_000 });
    if (tool === "format") await card.getByText("export const messy = 1;").waitFor();
    if (tool === "organize_imports") await card.getByText(String.raw`import { total } from \"./main\";`).waitFor();
    await allowWhole();
    await card.waitFor({ state: "detached" });
  }
  await window.reply("All of it is done.").waitFor({ timeout: 100_000 });
  expect(
    results()
      .slice(-calls.length)
      .map((text) => text.replaceAll(window.folder, "/w")),
  ).toEqual([
    expect.stringMatching(/^Changed and saved 1 file:\n\/w\/messy\.ts\n/),
    expect.stringMatching(/^Changed and saved 1 file:\n\/w\/imports\.ts\n/),
    "The user sees /w/spelling.ts at line 2.",
    expect.stringContaining("Change spelling to 'wrong' (quickfix"),
    expect.stringMatching(
      /^Changed and saved 1 file:\n\/w\/spelling\.ts\n2 - export const two = wrogn;\n2 \+ export const two = wrong;$/,
    ),
    "The user sees the differences between /w/messy.ts and /w/main.ts.",
    "The task say hello ended with exit code 0.",
  ]);
  expect([window.read("messy.ts"), window.read("spelling.ts")]).toEqual([
    "export const messy = 1;\n",
    "export const wrong = 1;\nexport const two = wrong;\n",
  ]);
  expect(window.read("imports.ts")).not.toContain("total");
  await window.page.getByRole("tab", { name: /^messy\.ts ↔ main\.ts/ }).waitFor();
});

it("tells the model of problems in an open file, after an edit that caused none", {
  tags: "thorough",
}, async () => {
  await here.openOwn({
    files: {
      "tsconfig.json": files["tsconfig.json"],
      "tab.ts": "export const one: number = 1;\nexport const two: number = 2;\n",
    },
  });
  const { window } = here;
  await window.page.getByRole("treeitem", { name: /tab\.ts/ }).dblclick();
  await window.page.locator(".monaco-editor .view-line", { hasText: "two" }).waitFor();
  const edit = (folder: string, from: string, to: string) => ({
    blocks: [{ tool: "Edit", input: { file_path: `${folder}/tab.ts`, old_string: from, new_string: to } }],
  });
  here.world.scripts.set("edit it twice", (folder) => [
    use("diagnostics", { path: "tab.ts" }),
    { blocks: [{ tool: "Read", input: { file_path: `${folder}/tab.ts` } }] },
    edit(folder, "= 1;", "= 3;"),
    edit(folder, "= 2;", '= "2";'),
    use("diagnostics", { path: "tab.ts", since_last_edit: true }),
    say("It is edited."),
  ]);
  await window.send("edit it twice");
  for (const text of ["= 3;", '= "2";']) {
    await window.card.permissions.getByText(text).waitFor({ timeout: 100_000 });
    await window.card.allow.click();
  }
  await window.reply("It is edited.").waitFor({ timeout: 100_000 });
  const told = JSON.stringify(here.world.model.requests.at(-1).messages);
  expect(results().slice(-5)[0]).toBe("No problems.");
  expect(told).toMatch(
    /new problems in [^ ]*tab\.ts since this edit:\\n {2}2:14 error: Type 'string' is not assignable to type 'number'\. \[ts 2322\]/,
  );
  expect(results().at(-1)).toMatch(
    /^1 problem in 1 file that were not there before the last edit\.\n[^ ]*tab\.ts\n {2}2:14 error: /,
  );
});

it("tells the model which problems its edit caused", { tags: "thorough" }, async () => {
  await here.begin({
    "tsconfig.json": files["tsconfig.json"],
    "sum.ts": "export const old: string = 1;\nexport const sum: number = 2;\n",
  });
  const edit = (folder: string) => ({ file_path: `${folder}/sum.ts`, old_string: "= 2;", new_string: "= true;" });
  here.world.scripts.set("break it", (folder) => [
    use("diagnostics", { path: "sum.ts" }),
    { blocks: [{ tool: "Read", input: { file_path: `${folder}/sum.ts` } }] },
    { blocks: [{ tool: "Edit", input: edit(folder) }] },
    say("It is broken."),
  ]);
  await here.window.send("break it");
  await here.window.card.allow.click();
  await here.window.reply("It is broken.").waitFor({ timeout: 100_000 });
  const told = JSON.stringify(here.world.model.requests.at(-1).messages);
  expect(told).toMatch(
    /new problems in [^ ]*sum\.ts since this edit:\\n {2}2:14 error: Type 'boolean' is not assignable to type 'number'\. \[ts 2322\]/,
  );
  expect(told.match(/1:14 error/g)).toHaveLength(1);
});

it("runs tests and selected extension tools, asking on cards and, where needed, in the editor", {
  tags: "thorough",
}, async () => {
  await here.begin({ "sum.test": "1 + 1\n" });
  const call = (tool: string, input: object) => ({ blocks: [{ tool: `mcp__extensions__${tool}`, input }] });
  here.world.scripts.set("use the extension", () => [
    call("example_words", { text: "a longer text" }),
    call("example_note", { note: "one" }),
    call("example_note", { note: "two" }),
    call("example_words", { text: "" }),
    use("run_tests", { path: "sum.test" }),
    say("The extension was used."),
  ]);
  await here.window.send("use the extension");
  const allow = async (tool: string): Promise<void> => {
    await here.window.panel
      .getByRole("group", { name: new RegExp(`^Permission: .*${tool}`) })
      .waitFor({ timeout: 100_000 });
    await here.window.card.allow.click();
  };
  const dialog = here.window.page.getByRole("dialog").filter({ hasText: "Keep a note?" });
  await allow("example_words");
  await allow("example_note");
  await dialog.getByText("The note is: one").waitFor();
  await dialog.getByRole("button", { name: "Yes" }).click();
  await allow("example_note");
  await dialog.getByText("The note is: two").waitFor();
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await allow("example_words");
  await allow("run_tests");
  await here.window.reply("The extension was used.").waitFor({ timeout: 100_000 });
  expect(here.window.read("ran.txt")).toBe("ran");
  expect(results().slice(-5)).toEqual([
    "It has 3 words.\nLongest:longer\nLeft out: a part that is no text (image/png).",
    "Kept: one",
    expect.stringMatching(/^The user did not confirm the call\.\n/),
    expect.stringMatching(/^There is no text\.\n/),
    expect.stringMatching(/^The editor ran the tests that it knows in .*sum\.test\.\nNot known: /),
  ]);
});
