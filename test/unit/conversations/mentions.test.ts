import { expect, it } from "vitest";
import { FileMentions } from "../../../extension/conversations/mentions/fileMentions.ts";
import { PathIndex } from "../../../extension/conversations/mentions/pathIndex.ts";
import { FakeClock } from "../../fakes/fakeClock.ts";

const files = ["src/reader.ts", "src/read/all.ts", "test/reader.test.ts", "README.md", "docs/how to.md"];

it("finds paths by the beginning of their name first, then its middle, the path, and letters in order", () => {
  const index = new PathIndex(files);
  expect(index.search("read", 10)).toEqual(["README.md", "src/read/", "src/reader.ts", "test/reader.test.ts", "src/read/all.ts"]);
  expect(index.search("test.ts", 10)).toEqual(["test/reader.test.ts"]);
  expect(index.search("srdall", 10)).toEqual(["src/read/all.ts"]);
  expect(index.search("SRC/", 2)).toEqual(["src/", "src/read/"]);
  expect(index.search("nothing", 10)).toEqual([]);
});

it("shows files of editors first, at once, and all once they are listed; a list that is old is made anew behind the answer", async () => {
  const clock = new FakeClock();
  let listings = 0;
  const list = async () => {
    listings++;
    return files;
  };
  const mentions = new FileMentions({ list, open: () => ["test/reader.test.ts"] }, clock);
  const search = async (query: string) => {
    const answers: string[][] = [];
    await mentions.search("/w", query, (found) => answers.push(found.map(({ path, isOpen }) => (isOpen ? `${path}*` : path))));
    return answers;
  };
  expect(await search("reader")).toEqual([["test/reader.test.ts*"], ["test/reader.test.ts*", "src/reader.ts"]]);
  expect(await search("")).toHaveLength(1);
  expect(listings).toBe(1);
  clock.advance(20_000);
  expect(await search("reader")).toHaveLength(1);
  expect(listings).toBe(2);
});

it("says that files could not be listed, and tries again with the next search", async () => {
  let isBroken = true;
  const list = async () => {
    if (isBroken) throw new Error("no such folder");
    return files;
  };
  const mentions = new FileMentions({ list, open: () => [] }, new FakeClock());
  await expect(mentions.search("/w", "read", () => {})).rejects.toThrow("no such folder");
  isBroken = false;
  const answers: number[] = [];
  await mentions.search("/w", "read", (found) => answers.push(found.length));
  expect(answers).toEqual([0, 5]);
});
