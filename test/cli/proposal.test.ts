import fs from "node:fs";
import path from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { makeProposal } from "../../extension/review/proposal.ts";
import { editOf } from "../../extension/session/tools/describeCall.ts";
import { cliVersions } from "../host/install.mjs";
import { World } from "./realCli.ts";

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
  { name: "mixed line ends, mostly CRLF", before: "one\r\ntwo\nthree\r\nfour\r\n", old_string: "three", new_string: "3" },
  { name: "line ends that the start does not tell", before: `${"x\n".repeat(3_000)}edit\n${"y\r\n".repeat(4_000)}`, old_string: "edit", new_string: "edited" },
  { name: "as many of both", before: "one\r\ntwo\nthree\r\nfour\n", old_string: "two", new_string: "2" },
  { name: "no text in a file without text", before: "", old_string: "", new_string: "new\n" },
  { name: "accents and emoji", before: "naïve 👩‍💻\n", old_string: "naïve", new_string: "wise" },
] as const;

describe.each(cliVersions)("claude %s writes what the proposal showed", (version) => {
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
      const proposal = makeProposal(editOf("Edit", input)!, before);
      await cli.turn(name);
      expect
        .soft(JSON.stringify(fs.readFileSync(file, "utf8")).slice(0, 300), name)
        .toBe(JSON.stringify(typeof proposal === "string" ? proposal : proposal.after).slice(0, 300));
    }
  });

  it("for an edit that would create a file that is there: nothing", async () => {
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
    expect(makeProposal(editOf("Edit", input)!, "text\n")).toBe("fileExists");
    expect(fs.readFileSync(file, "utf8")).toBe("text\n");
  });
});
