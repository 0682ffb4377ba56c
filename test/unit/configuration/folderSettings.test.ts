import { expect, it } from "vitest";
import { Emitter } from "../../../extension/base/emitter.ts";
import { FolderSettings } from "../../../extension/configuration/folderSettings.ts";

function create() {
  const change = new Emitter<void>((error) => {
    throw error;
  });
  const state = { mode: "plan", trust: "all", reads: [] as string[] };
  const settings = new FolderSettings({
    readLayers: (folder) => {
      state.reads.push(folder);
      const values = state.trust === "all" ? { permissionMode: state.mode } : {};
      return [{ source: { kind: "setting", scope: "workspace" }, values }];
    },
    onDidChange: (listener) => change.event(listener),
  });
  return { change, state, settings };
}

it("reads the layers of a folder once until a setting changes", () => {
  const { change, state, settings } = create();
  expect([settings.read("permissionMode", "/a"), settings.read("permissionMode", "/a"), settings.read("limits.askOnRepetition", "/a")]).toEqual([
    "plan",
    "plan",
    true,
  ]);
  expect(state.reads).toEqual(["/a"]);
  state.mode = "acceptEdits";
  expect(settings.read("permissionMode", "/b")).toBe("acceptEdits");
  change.fire();
  expect([settings.read("permissionMode", "/a"), settings.read("permissionMode", "/b")]).toEqual(["acceptEdits", "acceptEdits"]);
  expect(state.reads).toEqual(["/a", "/b", "/a", "/b"]);
});

it("uses no value of the workspace once the user starts without it, and again when that is taken back", () => {
  const { change, state, settings } = create();
  expect(settings.read("permissionMode", "/a")).toBe("plan");
  state.trust = "user";
  change.fire();
  expect(settings.read("permissionMode", "/a")).toBe("default");
  state.trust = "all";
  change.fire();
  expect(settings.read("permissionMode", "/a")).toBe("plan");
});

it("follows no change once it is disposed, and keeps no value", () => {
  const { change, state, settings } = create();
  settings.read("permissionMode", "/a");
  settings.dispose();
  change.fire();
  settings.read("permissionMode", "/a");
  expect(state.reads).toEqual(["/a", "/a"]);
});
