import type { Environment } from "vitest/runtime";

declare global {
  /** The editor that waits for the next file of scenarios. Files of one run have only this in common with their environment. */
  var sharedEditor: import("./editorWorld.ts").EditorWorld | undefined;
}

/** The environment of the files of scenarios, which all run in one process: closes their editor after the last. */
export default {
  name: "editor",
  viteEnvironment: "ssr",
  setup: () => ({ teardown: () => globalThis.sharedEditor?.close() }),
} satisfies Environment;
