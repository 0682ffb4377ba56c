import { expect, it } from "vitest";
import { MoveServersAction } from "../../../../../extension/core/conversations/servers/moveServersAction.ts";
import type { StoredServer } from "../../../../../extension/core/conversations/servers/serverPorts.ts";
import type { ServerPlace } from "../../../../../extension/shared/contract/servers/serverDefinitions.ts";

const project: ServerPlace = { kind: "projectFile", folder: "/w" };
const workspace: ServerPlace = { kind: "workspace" };
const user: ServerPlace = { kind: "user" };
const wrongFile = { file: "/w/.mcp.json", problem: { reason: "syntax", line: 1, column: 1 } } as const;

interface Given {
  readonly folder?: string | undefined;
  readonly stored?: readonly StoredServer[];
  readonly replaces?: boolean;
  readonly broken?: string;
}

/** Moves the servers `a`, `b` and a wrong one, and returns what was written, removed and shown, in this order. */
async function move(to: string, { folder, stored = [], replaces = false, broken }: Given) {
  const done: string[] = [];
  const action = new MoveServersAction(
    {
      read: async () => ({
        folder,
        servers: new Map<string, unknown>([
          ["a", { command: "a" }],
          ["b", { command: "b" }],
          ["wrong", 5],
        ]),
      }),
      remove: async (_file, names) => void done.push(`remove ${names}`),
    },
    {
      list: async () => ({ servers: stored }),
      places: async () => [user, ...(folder ? [workspace, project] : [])].map((place) => ({ place })),
      describe: () => undefined,
      write: async (place, name) => {
        if (name === broken) return wrongFile;
        done.push(`write ${name} to ${place.kind}`);
        return undefined;
      },
    },
    {
      confirmReplace: async () => replaces,
      showWrongFile: ({ file }) => done.push(`wrong ${file}`),
      showDone: (what, names) => done.push(`${what} ${names}`),
      showNone: (what) => done.push(what),
    },
  );
  await action.run("/w/.claude/settings.json", to);
  return done;
}

it.each([
  ["projectFile", "/w", "projectFile"],
  ["setting", "/w", "workspace"],
  ["setting", undefined, "user"],
])("moves servers, but no other values, to the %s of the folder %s", async (to, folder, kind) => {
  expect(await move(to, { folder })).toEqual([`write a to ${kind}`, `write b to ${kind}`, "remove a,b", "moved a, b"]);
});

it("leaves a server that is defined there already, unless the user replaces it", async () => {
  const stored = [{ name: "a", place: project, value: { command: "other" } }];
  expect(await move("projectFile", { folder: "/w", stored })).toEqual([
    "write b to projectFile",
    "remove b",
    "moved b",
  ]);
  expect(await move("projectFile", { folder: "/w", stored, replaces: true })).toContain("moved a, b");
});

it("removes no server when the destination has a wrong file or doesn't exist", async () => {
  expect(await move("projectFile", { folder: "/w", broken: "a" })).toEqual(["wrong /w/.mcp.json"]);
  expect(await move("projectFile", { folder: undefined })).toEqual(["noPlace"]);
  expect(await move("elsewhere", { folder: "/w" })).toEqual([]);
});
