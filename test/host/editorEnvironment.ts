import type { Environment } from "vitest/runtime";

declare global {
  /**
   * The editor that waits for the next file of scenarios. The files of a run share nothing else with their environment.
   */
  var sharedEditor: import("./editorWorld.ts").EditorWorld | undefined;
}

/** The environment of the scenario files, which all run in one process. Closes their editor after the last file. */
export default {
  name: "editor",
  viteEnvironment: "ssr",
  setup: () => ({ teardown: () => globalThis.sharedEditor?.close() }),
} satisfies Environment;
