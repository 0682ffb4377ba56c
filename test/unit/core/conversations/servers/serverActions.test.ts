import { expect, it } from "vitest";
import { RepositoryTrust } from "../../../../../extension/core/conversations/repositoryTrust.ts";
import { ServerActions } from "../../../../../extension/core/conversations/servers/serverActions.ts";
import { ServerImportAction } from "../../../../../extension/core/conversations/servers/serverImportAction.ts";
import type {
  FilledForm,
  SecretRequest,
  ServerEditDialogs,
  StoredServer,
} from "../../../../../extension/core/conversations/servers/serverPorts.ts";
import { describeServer } from "../../../../../extension/core/options/repository/serverEntries.ts";
import { identifyEntry } from "../../../../../extension/node/claude/repositoryScan.ts";
import type { ServerPlace } from "../../../../../extension/shared/contract/servers/serverDefinitions.ts";
import { MemoryTrust } from "../../../../fakes/memoryTrust.ts";

const user: ServerPlace = { kind: "user" };
const project: ServerPlace = { kind: "projectFile", folder: "/w" };
const wrongFile = { file: "/w/.mcp.json", problem: { reason: "syntax", line: 2, column: 3 } } as const;

interface Person {
  readonly form?: FilledForm;
  readonly confirms?: boolean;
  readonly imports?: readonly ("import" | "skip" | undefined)[];
  readonly picks?: string;
  /** Content of the user's own mcp.json of the editor. */
  readonly usersFile?: object;
}

/** Servers in memory, and a user who answers as told. `said` has what was shown. */
function setup(stored: readonly StoredServer[], person: Person = {}, broken: readonly ServerPlace[] = []) {
  let servers = [...stored];
  const said: unknown[] = [];
  const needed: string[] = [];
  const removed: string[] = [];
  const answers = [...(person.imports ?? [])];
  const store = {
    list: async () => ({ servers }),
    describe: ({ name, place, value }: StoredServer) =>
      place.kind === "user" ? undefined : describeServer(name, value, "/w/.mcp.json", undefined),
    places: async () => [{ place: user }, { place: project, file: "/w/.mcp.json" }],
    write: async (place: ServerPlace, name: string, value: object | undefined) => {
      if (broken.includes(place)) return wrongFile;
      servers = [
        ...servers.filter((each) => each.name !== name || each.place.kind !== place.kind),
        ...(value ? [{ name, place, value }] : []),
      ];
      return undefined;
    },
  };
  const secrets = {
    need: async ({ secret, address }: SecretRequest) => needed.push(`${secret} ${address ?? "program"}`),
    replace: async ({ secret }: SecretRequest) => needed.push(secret) > 0,
    remove: async ({ secret }: Pick<SecretRequest, "secret">) => void removed.push(secret),
  };
  const confirm = async () => person.confirms ?? true;
  const dialogs: ServerEditDialogs = {
    fillIn: async () => person.form,
    pickServer: async (list) => list.find(({ name }) => name === person.picks),
    pickSecret: async (list) => list.find((name) => name === person.picks),
    pickPlace: async (places) => {
      said.push(places.map(({ place }) => place.kind));
      return user;
    },
    confirmReplace: confirm,
    confirmRemove: confirm,
    confirmRemoveSecret: confirm,
    pickImports: async (imports) => imports,
    confirmImport: async ({ name, notes }) => {
      said.push([name, notes.length]);
      return answers.shift();
    },
    showWrongFile: (file) => said.push(file),
    showNotEditable: ({ name }, problem) => said.push([name, problem?.code]),
    showDone: (done, name) => said.push(`${done} ${name}`),
    showNone: (what) => said.push(what),
  };
  const files = {
    read: async () => [
      {
        file: "/w/.vscode/mcp.json",
        content: { servers: { a: { command: "a", env: { K: "${input:k}" } }, b: { command: "b" } } },
      },
      ...(person.usersFile ? [{ file: "/user/mcp.json", content: person.usersFile }] : []),
    ],
  };
  const trust = new RepositoryTrust({
    scan: async () => servers.flatMap((server) => store.describe(server) ?? []).map(identifyEntry),
    identify: identifyEntry,
    memory: new MemoryTrust(),
  });
  const byName = () => Object.fromEntries(servers.map(({ name, place, value }) => [`${place.kind} ${name}`, value]));
  return {
    actions: new ServerActions({ store, secrets, dialogs, trust }),
    imports: new ServerImportAction({ files, store, secrets, dialogs, trust }),
    byName,
    trust,
    said,
    needed,
    removed,
  };
}

const http = {
  transport: "http",
  url: "https://a.example",
  headers: { Authorization: "Bearer ${secret:TOKEN}" },
} as const;

it("adds what was filled in, then asks for its secrets", async () => {
  const { actions, byName, said, needed } = setup([], { form: { name: "web", place: user, form: http } });
  await actions.add({});
  expect(byName()).toEqual({ "user web": { type: "http", url: http.url, headers: http.headers } });
  expect([said, needed]).toEqual([["added web"], ["TOKEN https://a.example"]]);
});

it("asks for no secrets of .mcp.json, and replaces a server only if the user agrees", async () => {
  const old = { name: "web", place: project, value: { command: "old" } };
  const form: FilledForm = { name: "web", place: project, form: http };
  const refused = setup([old], { form, confirms: false });
  await refused.actions.add({ folder: "/w" });
  expect(refused.byName()).toEqual({ "projectFile web": old.value });
  const agreed = setup([old], { form });
  await agreed.actions.add({ folder: "/w" });
  expect(agreed.byName()).toMatchObject({ "projectFile web": { type: "http" } });
  expect(agreed.needed).toEqual([]);
});

it("asks only about servers of the repository that the user has not seen", async () => {
  const form: FilledForm = { name: "web", place: project, form: http };
  const { actions, trust } = setup([], { form });
  await actions.add({ folder: "/w" });
  await actions.setToolPolicy({ folder: "/w", name: "web" }, "peek", "allow");
  await expect(trust.admit("/w")).resolves.toMatchObject({ origin: "all" });
  const foreign = setup([{ name: "web", place: project, value: { command: "unseen" } }]);
  await foreign.actions.setAlwaysLoad({ folder: "/w", name: "web" }, true);
  await expect(foreign.trust.admit("/w")).rejects.toMatchObject({ code: "repositoryUndecided" });
});

it("shows the file that must be corrected first, and writes nothing", async () => {
  const { actions, byName, said } = setup([{ name: "a", place: project, value: { command: "a" } }], {}, [project]);
  await actions.remove({ folder: "/w", name: "a" });
  expect(said).toEqual([wrongFile]);
  expect(byName()).toHaveProperty("projectFile a");
});

it("edits a server of the settings before .mcp.json, and keeps fields beyond the form", async () => {
  const both = [user, project].map((place) => ({ name: "a", place, value: { command: "a", timeout: 5 } }));
  const form: FilledForm = { name: "a", place: user, form: { transport: "stdio", command: "b", args: [], env: {} } };
  const { actions, byName } = setup(both, { form });
  await actions.edit({ folder: "/w", name: "a" });
  expect(byName()).toEqual({ "user a": { command: "b", timeout: 5 }, "projectFile a": { command: "a", timeout: 5 } });
  await actions.remove({ folder: "/w", name: "a", place: "projectFile" });
  expect(byName()).not.toHaveProperty("projectFile a");
});

it("reports a definition that the form cannot show, and a name that nothing has", async () => {
  const { actions, said } = setup([{ name: "a", place: user, value: { command: 5 } }]);
  await actions.edit({ name: "a" });
  await actions.edit({ name: "none" });
  await actions.replaceSecret({ name: "a" });
  expect(said).toEqual([["a", "malformed"], "noServers", "noSecrets"]);
});

it("sets the policies of tools and whether the first turn waits", async () => {
  const { actions, byName } = setup([{ name: "a", place: user, value: { command: "a" } }]);
  await actions.setToolPolicy({ name: "a" }, "peek", "allow");
  await actions.setToolPolicy({ name: "a" }, "write", "deny");
  await actions.setToolPolicy({ name: "a" }, "peek", "ask");
  await actions.setAlwaysLoad({ name: "a" }, true);
  expect(byName()).toEqual({ "user a": { command: "a", tools: { write: "deny", peek: "ask" }, alwaysLoad: true } });
  await actions.setToolPolicy({ name: "a" }, "peek", undefined);
  await actions.setToolPolicy({ name: "a" }, "write", undefined);
  await actions.setAlwaysLoad({ name: "a" }, false);
  expect(byName()).toEqual({ "user a": { command: "a" } });
});

it("replaces and removes the secret that the user picks", async () => {
  const value = { command: "a", env: { A: "${secret:ONE}", B: "${secret:TWO}" } };
  const { actions, said, needed, removed } = setup([{ name: "a", place: user, value }], { picks: "TWO" });
  await actions.replaceSecret({ name: "a" });
  await actions.removeSecret({ name: "a" });
  expect([needed, removed, said]).toEqual([["TWO"], ["TWO"], ["secretReplaced TWO", "secretRemoved TWO"]]);
});

it("imports only servers that the user saw and agreed to, and never into .mcp.json", async () => {
  const one = setup([], { imports: ["import", "skip"] });
  await one.imports.run("/w");
  expect(one.byName()).toEqual({ "user a": { command: "a", env: { K: "${secret:k}" } } });
  expect(one.said).toEqual([["user"], ["a", 1], "added a", ["b", 0]]);
  expect(one.needed).toEqual(["k program"]);
  const twice = setup([], {
    imports: ["import", "skip", "import"],
    usersFile: { servers: { a: { command: "other" } } },
    confirms: false,
  });
  await twice.imports.run("/w");
  expect(twice.byName()).toMatchObject({ "user a": { command: "a" } });
  const cancelled = setup([], { imports: [undefined] });
  await cancelled.imports.run("/w");
  expect(cancelled.byName()).toEqual({});
});
