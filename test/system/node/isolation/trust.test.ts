// @vitest-environment node
import fs from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { RepositoryTrust } from "../../../../extension/core/conversations/repositoryTrust.ts";
import { adoptIds, identifyEntry, scanRepository } from "../../../../extension/node/claude/repositoryScan.ts";
import { MemoryTrust } from "../../../fakes/memoryTrust.ts";
import { useWorkspaces } from "../checkpoints/useWorkspaces.ts";
import { makeCopy, openIsolation, write } from "./setup.ts";

const makeWorkspace = useWorkspaces();

const servers = JSON.stringify({ mcpServers: { tool: { command: "tool" } } });

async function begin() {
  const workspace = makeWorkspace({ ".mcp.json": servers, "CLAUDE.md": "Be brief." });
  const isolation = openIsolation(workspace.place, workspace.folder);
  const copy = await makeCopy(isolation, workspace.folder);
  const memory = new MemoryTrust();
  const trust = new RepositoryTrust({
    scan: async (folder) => {
      const found = await scanRepository(folder, { home: workspace.place, homes: [], configFolders: [] });
      const isolated = isolation.find(folder);
      return isolated
        ? adoptIds(found, isolated.folder, isolated.origin, (id) => memory.decisions.known.includes(id))
        : found;
    },
    identify: identifyEntry,
    originalOf: (folder) => isolation.find(folder)?.origin,
    memory,
  });
  const decide = async (folder: string, choice: "start" | "startWithout"): Promise<void> => {
    const review = await trust.review(folder);
    await trust.decide(
      folder,
      review.revision,
      choice,
      review.entries.filter(({ isOptional }) => isOptional).map(({ id }) => id),
    );
  };
  return { ...workspace, copy, trust, decide };
}

it("does not start in a copy before the user decided about it or the original", async () => {
  const { copy, trust } = await begin();
  await expect(trust.admit(copy.folder)).rejects.toMatchObject({ code: "repositoryUndecided" });
});

it("starts in a copy as in the original: with the same entries left out", async () => {
  const { folder, copy, trust, decide } = await begin();
  await decide(folder, "start");
  expect(await trust.admit(folder)).toMatchObject({ origin: "all", refusedServers: ["tool"] });
  expect(await trust.admit(copy.folder)).toEqual(await trust.admit(folder));
});

it("asks about an entry that changed in the copy, without trust for the original", async () => {
  const { folder, copy, trust, decide } = await begin();
  await decide(folder, "start");
  const changed = JSON.stringify({ mcpServers: { tool: { command: "other" } } });
  write(copy.folder, { ".mcp.json": changed });
  await expect(trust.admit(copy.folder)).rejects.toMatchObject({ code: "repositoryUndecided" });
  await decide(copy.folder, "start");
  expect(await trust.admit(copy.folder)).toMatchObject({ origin: "all" });
  fs.writeFileSync(path.join(folder, ".mcp.json"), changed);
  await expect(trust.admit(folder)).rejects.toMatchObject({ code: "repositoryUndecided" });
});

it("starts in a copy without the repository's configuration where the original does", async () => {
  const { folder, copy, trust, decide } = await begin();
  await decide(folder, "startWithout");
  expect(await trust.admit(copy.folder)).toMatchObject({ origin: "user" });
  expect(trust.startsWithout(copy.folder)).toBe(true);
  expect(await trust.originIn(copy.folder)).toBe("user");
});
