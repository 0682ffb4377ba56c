import fs from "node:fs";
import path from "node:path";
import fc from "fast-check";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { buildInput, getEdit } from "../../extension/core/conversation/tools/describeCall.ts";
import { getWriteRules } from "../../extension/core/conversation/tools/versionRules.ts";
import { toEditorText, withLineEndsOf } from "../../extension/core/review/lineEnds.ts";
import { makeProposal } from "../../extension/core/review/proposal.ts";
import {
  createReviewedProposal,
  getReviewedText,
  getReviewOutcome,
  type ReviewedProposal,
  withHunk,
  withReviewedText,
} from "../../extension/core/review/reviewedProposal.ts";
import { decodeDisk } from "../../extension/vscode/files/diskText.ts";
import { fuzzRuns } from "../fuzz/runs.ts";
import { describeEachVersion } from "./eachVersion.ts";
import { allow, World } from "./realCli.ts";

/** Files and edits whose result the CLI decides; the proposal must show exactly that. */
const cases = [
  { name: "a line", before: "one\ntwo\nthree\n", old_string: "two", new_string: "2" },
  { name: "every occurrence", before: "a b a b\n", old_string: "a", new_string: "c", replace_all: true },
  { name: "a deleted line", before: "one\ntwo\nthree\n", old_string: "two", new_string: "" },
  { name: "a deleted line with its break", before: "one\ntwo\nthree\n", old_string: "two\n", new_string: "" },
  { name: "a deleted part of a line", before: "one two three\n", old_string: " two", new_string: "" },
  { name: "every deleted line", before: "x\nkeep\nx\nkeep\n", old_string: "x", new_string: "", replace_all: true },
  { name: "CRLF", before: "one\r\ntwo\r\nthree\r\n", old_string: "one\ntwo", new_string: "1\n2" },
  { name: "no final line break", before: "one\ntwo", old_string: "two", new_string: "2" },
  { name: "dollar signs", before: "price\n", old_string: "price", new_string: "$& $1 $$" },
  { name: "mixed line ends, mostly LF", before: "one\r\ntwo\nthree\nfour\n", old_string: "two", new_string: "2" },
  {
    name: "mixed line ends, mostly CRLF",
    before: "one\r\ntwo\nthree\r\nfour\r\n",
    old_string: "three",
    new_string: "3",
  },
  {
    name: "line ends that the start does not tell",
    before: `${"x\n".repeat(3_000)}edit\n${"y\r\n".repeat(4_000)}`,
    old_string: "edit",
    new_string: "edited",
  },
  { name: "as many of both", before: "one\r\ntwo\nthree\r\nfour\n", old_string: "two", new_string: "2" },
  { name: "no text in a file without text", before: "", old_string: "", new_string: "new\n" },
  {
    name: "plain quotes for typographic ones",
    before: "“a” ‘b’ (“c”) it’s “x”\n",
    old_string: `"a" 'b' ("c") it's "x"`,
    new_string: `"A" 'B' ("C") it's "" '' a'b 'q "`,
  },
  { name: "CRLF in the new text of a file with CRLF", before: "a\r\nb\r\n", old_string: "b", new_string: "x\r\ny" },
  { name: "CRLF in the new text of a file with LF", before: "a\nb\n", old_string: "b", new_string: "x\r\ny" },
  { name: "CRLF in the old text", before: "a\r\nb\r\n", old_string: "a\r\nb", new_string: "c" },
  { name: "a lone carriage return", before: "a\rb\n", old_string: "b", new_string: "x" },
  { name: "a byte-order mark", before: "\ufeffa\nb\n", old_string: "a", new_string: "x" },
  { name: "UTF-16", before: Buffer.from("\ufeffa\r\nb\r\n", "utf16le"), old_string: "b", new_string: "x" },
  { name: "accents and emoji", before: "naïve 👩‍💻\n", old_string: "naïve", new_string: "wise" },
] as const;

/** The present content, and the content that is written over it. */
const writes = [
  ["a\r\nb\r\n", "x\ny\n"],
  ["a\nb\n", "x\r\ny\r\n"],
  ["a\r\nb\r\n", "x\r\ny\r\n"],
  ["a\r\nb\r\n", "x\r\ny\nz\r\n"],
  ["a\r\nb\nc\r\n", "x\ny\n"],
  ["a\r\nb\r\n", "x\ry\n"],
  ["\ufeffa\nb\n", "x\n"],
  ["", "x\r\ny\n"],
  ["a", "x\r\ny\n"],
] as const;

const someLines = (most: number) =>
  fc.array(fc.constantFrom("a", "b", "x y", "", "“q”", "é", "\tz", "}"), { minLength: 1, maxLength: most });
const reviews = fc.record({
  text: fc
    .tuple(someLines(30), fc.constantFrom("\n", "\r\n"), fc.boolean())
    .map(([lines, eol, hasEnd]) => `first${eol}${lines.join(eol)}${hasEnd ? eol : ""}`),
  wanted: someLines(30).map((lines) => `${lines.join("\n")}\nlast\n`),
  tool: fc.constantFrom("Edit", "Write"),
  accepted: fc.array(fc.boolean(), { minLength: 1, maxLength: 5 }),
  mine: fc.option(someLines(3).map((lines) => lines.join("\n"))),
});

describeEachVersion("claude %s writes what the proposal showed", (version) => {
  let world: World;
  beforeAll(async () => {
    world = await World.create();
  });
  afterEach(() => world.closeConversations());
  afterAll(() => world.close());

  it("for every case", async () => {
    const cli = await world.start(version, { launch: { permissionMode: "acceptEdits" } });
    for (const { name, before, ...edit } of cases) {
      const file = path.join(world.home.workspace, `${name}.txt`);
      fs.writeFileSync(file, before);
      const input = { file_path: file, ...edit };
      world.scripts.set(name, [
        { blocks: [{ tool: "Read", input: { file_path: file } }] },
        { blocks: [{ tool: "Edit", input }] },
        { blocks: [{ text: "done" }] },
      ]);
      const proposal = makeProposal(getEdit("Edit", input)!, decodeDisk(Buffer.from(before)), getWriteRules(version));
      await cli.turn(name);
      const left = decodeDisk(fs.readFileSync(file)).text;
      const expected = typeof proposal === "string" ? decodeDisk(Buffer.from(before)).text : proposal.after;
      expect.soft(JSON.stringify(left).slice(0, 300), name).toBe(JSON.stringify(expected).slice(0, 300));
    }
  });

  it("for files that are written anew", async () => {
    const cli = await world.start(version, { launch: { permissionMode: "acceptEdits" } });
    for (const [before, content] of writes) {
      const name = `write ${JSON.stringify(content)} over ${JSON.stringify(before)}`;
      const file = path.join(
        world.home.workspace,
        `${writes.findIndex(([a, b]) => a === before && b === content)}.txt`,
      );
      fs.writeFileSync(file, before);
      const input = { file_path: file, content };
      world.scripts.set(name, [
        { blocks: [{ tool: "Read", input: { file_path: file } }] },
        { blocks: [{ tool: "Write", input }] },
        { blocks: [{ text: "done" }] },
      ]);
      await cli.turn(name);
      const proposal = makeProposal(getEdit("Write", input)!, decodeDisk(Buffer.from(before)), getWriteRules(version));
      expect
        .soft(JSON.stringify(fs.readFileSync(file, "utf8")), name)
        .toBe(JSON.stringify(typeof proposal === "string" ? proposal : proposal.after));
    }
  });

  it("after the user rejected hunks or wrote into the proposal, whatever these are", async () => {
    const cli = await world.start(version);
    for (const [index, { text, wanted, tool, accepted, mine }] of fc
      .sample(reviews, { numRuns: fuzzRuns(8), seed: 7 })
      .entries()) {
      const file = path.join(world.home.workspace, `review${index}.txt`);
      fs.writeFileSync(file, text);
      const input =
        tool === "Write"
          ? { file_path: file, content: wanted }
          : { file_path: file, old_string: text.replaceAll("\r\n", "\n"), new_string: wanted };
      const name = `review ${index}`;
      world.scripts.set(name, [
        { blocks: [{ tool: "Read", input: { file_path: file } }] },
        { blocks: [{ tool, input }] },
        { blocks: [{ text: "done" }] },
      ]);
      let draft: ReviewedProposal | undefined;
      cli.answer = (request) => {
        const edit = getEdit(request.tool_name, request.input)!;
        const before = decodeDisk(fs.readFileSync(file));
        const proposed = makeProposal(edit, before, getWriteRules(version));
        if (typeof proposed === "string")
          return { behavior: "deny", message: proposed, toolUseID: request.tool_use_id };
        draft = createReviewedProposal(edit, before, getWriteRules(version), proposed);
        for (const hunk of proposed.hunks.keys())
          draft = withHunk(draft, hunk, accepted[hunk % accepted.length] ?? true);
        if (mine !== null)
          draft = withReviewedText(
            draft,
            withLineEndsOf(getReviewedText(draft), `${toEditorText(getReviewedText(draft))}${mine}`),
          );
        const outcome = getReviewOutcome(draft);
        if (outcome.kind === "asProposed") return allow(request);
        if (outcome.kind === "changed")
          return allow(request, { ...buildInput(request.tool_name, request.input, outcome.edit) });
        draft = undefined;
        return { behavior: "deny", message: outcome.kind, toolUseID: request.tool_use_id };
      };
      await cli.turn(name);
      const left = decodeDisk(fs.readFileSync(file)).text;
      expect
        .soft(JSON.stringify(left), `${name} ${JSON.stringify({ text, wanted, tool, accepted, mine })}`)
        .toBe(JSON.stringify(draft ? getReviewedText(draft) : text));
    }
  });

  it("by writing nothing for an edit that would create an existing file", async () => {
    const cli = await world.start(version, { launch: { permissionMode: "acceptEdits" } });
    const file = path.join(world.home.workspace, "there.txt");
    fs.writeFileSync(file, "text\n");
    const input = { file_path: file, old_string: "", new_string: "other\n" };
    world.scripts.set("create it", [
      { blocks: [{ tool: "Read", input: { file_path: file } }] },
      { blocks: [{ tool: "Edit", input }] },
      { blocks: [{ text: "done" }] },
    ]);
    await cli.turn("create it");
    expect(makeProposal(getEdit("Edit", input)!, decodeDisk(Buffer.from("text\n")), getWriteRules(version))).toBe(
      "fileExists",
    );
    expect(fs.readFileSync(file, "utf8")).toBe("text\n");
  });
});
