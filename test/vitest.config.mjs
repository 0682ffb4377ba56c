import { defineConfig } from "vitest/config";
import { svelteVite } from "../esbuild.mjs";
import BudgetSequencer from "./budgets/sequencer.mjs";
import { neededStyles } from "./webview/neededStyles.mjs";

const root = new URL("..", import.meta.url).pathname;
const project = (name, extra = {}, options = {}) => ({
  root,
  ...options,
  test: { name, include: [`test/${name}/**/*.test.ts`], restoreMocks: true, ...extra },
});

/**
 * Limit in milliseconds of a test that takes much less than a second, for a machine that runs other tests beside it.
 */
const patience = 20_000;

const fixedSeed = "test/fuzz/fixedSeed.ts";

const page = {
  isolate: false,
  pool: "threads",
  maxWorkers: 2,
  testTimeout: patience,
  hookTimeout: 3 * patience,
  environment: "jsdom",
  setupFiles: ["@testing-library/svelte/vitest", "test/webview/emptyDocument.ts", fixedSeed],
  server: { deps: { inline: [/testing-library/, /virtua/] } },
};
const inBrowser = { plugins: [svelteVite(), neededStyles()], resolve: { conditions: ["browser"] } };

export default defineConfig({
  test: {
    tags: [
      {
        name: "thorough",
        description: "Not a part of `npm test`, which has one scenario of each subject and the current `claude` only.",
      },
    ],
    reporters: ["default", "./test/budgets/reporter.mjs"],
    sequence: { sequencer: BudgetSequencer },
    projects: [
      // Nothing in the extension keeps state in a module, so that files share one; a module of its own for each takes
      // twice the time. Of two cores vitest leaves one alone, unless it is told to use both.
      project("unit", {
        isolate: false,
        maxWorkers: 2,
        pool: "threads",
        testTimeout: patience,
        setupFiles: [fixedSeed],
      }),
      // Real processes, real git, real disks, the compiler, and many random cases, which take longer than logic.
      project("system", {
        isolate: false,
        maxWorkers: 2,
        testTimeout: 30_000,
        include: ["test/system/**/*.test.ts", "test/fuzz/**/*.test.ts"],
        setupFiles: [fixedSeed],
      }),
      project("webview", page, inBrowser),
      // Rules for all of the source, a part of `npm run check`: the layers, and that the gallery shows every component.
      project(
        "check",
        {
          ...page,
          include: ["test/architecture/**/*.test.ts", "test/gallery/**/*.test.ts", "test/harmlessTexts/**/*.test.ts"],
        },
        inBrowser,
      ),
      // Real CLI processes: two cores run two files at once well, more only wait for each other. A cold start of one
      // takes seconds. Files share the modules of the extension, as in `unit`.
      project("cli", {
        isolate: false,
        setupFiles: [fixedSeed],
        testTimeout: 120_000,
        hookTimeout: 300_000,
        maxWorkers: 2,
        expect: { poll: { timeout: 30_000 } },
      }),
      // One VS Code at a time: two on two cores make each other's waits long. Files share it, so that they run in one
      // process.
      project("host", {
        environment: new URL("host/editorEnvironment.ts", import.meta.url).pathname,
        isolate: false,
        sequence: { groupOrder: 1 },
        globalSetup: ["test/host/build.mjs"],
        testTimeout: 120_000,
        hookTimeout: 600_000,
        maxWorkers: 1,
        expect: { poll: { timeout: 30_000 } },
      }),
    ],
  },
});
