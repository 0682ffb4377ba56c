import fs from "node:fs";
import path from "node:path";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { currentCli } from "../host/install.mjs";
import { demoOptions, demoScripts } from "../model/demo.mjs";
import { allow, World } from "./realCli.ts";

let world: World;
beforeAll(async () => {
  world = await World.create(demoScripts);
  fs.writeFileSync(
    path.join(world.home.workspace, "greet.js"),
    'export function greet(name) {\n  return "Hello " + name;\n}\n',
  );
});
afterEach(() => world.closeConversations());
afterAll(() => world.close());

/** Promises of each start of the demo, and the tools that must ask for it. */
const promised: Record<string, string[]> = {
  "an edit that asks first": ["Edit"],
  "a shell command that asks first": ["Bash"],
  "a question with choices": ["AskUserQuestion"],
  "a plan to approve": ["ExitPlanMode"],
  "a task list": [],
  "a long reply with code and a table": [],
  "a tool that fails": [],
};

it("has a test here for every start that it suggests", () => {
  expect(demoOptions.starters.map(({ label }) => label)).toEqual(Object.keys(promised));
});

it.each(demoOptions.starters)("shows $label", { tags: "thorough" }, async ({ label, prompt }) => {
  const cli = await world.start(currentCli as string);
  cli.answer = (request) =>
    allow(request, request.tool_name === "AskUserQuestion" ? { ...request.input, answers: {} } : request.input);
  const { result } = await cli.turn(prompt);
  expect(result.is_error).toBe(false);
  expect(cli.asked.map((request) => request.tool_name)).toEqual(promised[label]);
});
