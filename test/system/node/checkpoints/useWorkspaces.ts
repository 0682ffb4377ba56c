import { afterEach } from "vitest";
import { makeWorkspace } from "./setup.ts";

/** Returns a function like `makeWorkspace`, whose workspaces are removed after each test. */
export function useWorkspaces(): typeof makeWorkspace {
  const workspaces: ReturnType<typeof makeWorkspace>[] = [];
  afterEach(async () => {
    for (const { remove } of workspaces.splice(0).reverse()) await remove();
  });
  return (...given) => {
    const workspace = makeWorkspace(...given);
    workspaces.push(workspace);
    return workspace;
  };
}
