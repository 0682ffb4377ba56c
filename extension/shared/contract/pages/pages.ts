import type { McpContent } from "./mcpPage.ts";
import type { StatusContent } from "./statusPage.ts";
import type { UsageContent } from "./usagePage.ts";

/**
 * Content of each page in an editor tab, by its kind. The texts in it are complete: a page renders them as they are.
 */
export interface PageContents {
  readonly status: StatusContent;
  readonly mcp: McpContent;
  readonly usage: UsageContent;
}

export type PageKind = keyof PageContents;

/** The host's only message to a page: everything that the page shows. */
export type ToPage = {
  [K in PageKind]: { readonly type: "content"; readonly kind: K; readonly content: PageContents[K] };
}[PageKind];

/**
 * An action of the user on a page. `action` is defined by the page's kind; `target` names what it concerns, `values`
 * what the user entered.
 */
export interface PageAction {
  readonly type: "act";
  readonly action: string;
  readonly target?: string | undefined;
  readonly values?: Readonly<Record<string, string>> | undefined;
}

/** A page's messages to the host. `ready`: the page listens, and gets its content. */
export type FromPage = { readonly type: "ready" } | PageAction;
