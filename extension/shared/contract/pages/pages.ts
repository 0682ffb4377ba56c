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

/** Everything that a page shows. */
export type PageContent = {
  [K in PageKind]: { readonly type: "content"; readonly kind: K; readonly content: PageContents[K] };
}[PageKind];

/** The host's messages to a page. `ping`: the page answers at once that it runs. */
export type ToPage = PageContent | { readonly type: "ping" };

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

/** A page's messages to the host. `ready`: the page listens, and gets its content; `runs`: it is there. */
export type FromPage = { readonly type: "ready" | "runs" } | PageAction;
