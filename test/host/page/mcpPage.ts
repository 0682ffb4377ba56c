import type { FrameLocator, Locator } from "playwright-core";
import { mcpPageText } from "../../../extension/shared/pages/mcpPageText.ts";

/** The page "MCP Servers" in an editor tab. */
export class McpPage {
  readonly #page: FrameLocator;

  constructor(page: FrameLocator) {
    this.#page = page;
  }

  get list(): Locator {
    return this.#page.getByRole("list", { name: mcpPageText.servers() });
  }
  server(name: string): Locator {
    return this.list.getByRole("listitem", { name, exact: true });
  }
  status(name: string): Locator {
    return this.server(name).getByRole("status");
  }
  button(server: string, name: string): Locator {
    return this.server(server).getByRole("button", { name, exact: true });
  }
}
