import { expect, it } from "vitest";
import {
  AgentFollower,
  type AgentLocation,
  type AgentView,
} from "../../../../../extension/core/conversations/files/agentFollower.ts";
import { settled } from "../../protocol/setup.ts";
import { setup } from "../actionsSetup.ts";

class View implements AgentView {
  readonly shown: (AgentLocation | "nothing")[] = [];
  readonly said: boolean[] = [];
  touch = (): void => {};
  async show(place: AgentLocation) {
    this.shown.push(place);
  }
  clear() {
    this.shown.push("nothing");
  }
  onDidTouch(listener: () => void) {
    this.touch = listener;
    return { dispose() {} };
  }
  showFollowing(isFollowing: boolean) {
    this.said.push(isFollowing);
  }
}

it("shows the lines that the agent reads", async () => {
  const { conversations, shown, cli } = await setup();
  const view = new View();
  new AgentFollower(conversations, view).toggle();
  shown.submit("go");
  const input = { file_path: "/w/a.ts", offset: 40, limit: 20 };
  cli.write({
    type: "assistant",
    uuid: "r",
    message: { content: [{ type: "tool_use", id: "t", name: "Read", input }] },
  });
  const file = { filePath: "/w/a.ts", content: "", numLines: 12, startLine: 40, totalLines: 51 };
  cli.write({
    type: "user",
    tool_use_result: { type: "text", file },
    message: { content: [{ type: "tool_result", tool_use_id: "t", content: "x" }] },
  });
  await settled();
  expect(view.shown).toEqual([
    { path: "/w/a.ts", lines: { first: 40, last: 40 } },
    { path: "/w/a.ts", lines: { first: 40, last: 51 } },
  ]);
});

it("shows the agent's edits and their lines until the user touches an editor", async () => {
  const { conversations, shown, cli } = await setup();
  const view = new View();
  const follow = new AgentFollower(conversations, view);
  const edit = async (id: string) => {
    const input = { file_path: "/w/a.ts", old_string: "one", new_string: "two" };
    cli.write({ type: "assistant", uuid: id, message: { content: [{ type: "tool_use", id, name: "Edit", input }] } });
    const structuredPatch = [
      { oldStart: 4, oldLines: 2, newStart: 4, newLines: 3, lines: [" a", "-one", "+two", "+three"] },
    ];
    cli.write({
      type: "user",
      tool_use_result: { structuredPatch },
      message: { content: [{ type: "tool_result", tool_use_id: id, content: "ok" }] },
    });
    await settled();
  };
  shown.submit("go");
  await edit("before");
  expect(view.shown).toEqual([]);
  follow.toggle();
  await edit("t1");
  expect(view.shown).toEqual([{ path: "/w/a.ts" }, { path: "/w/a.ts", lines: { first: 5, last: 6 } }]);
  view.touch();
  await edit("t2");
  expect(view.shown.slice(2)).toEqual(["nothing"]);
  expect(view.said).toEqual([true, false]);
  follow.toggle();
  follow.toggle();
  expect(view.said).toEqual([true, false, true, false]);
});
