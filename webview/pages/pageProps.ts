import type { PageAction, PageContents, PageKind } from "../../extension/shared/contract/pages/pages.ts";

/** The properties of a page's component: its content, and a function that sends an action to the host. */
export interface PageProps<K extends PageKind> {
  readonly content: PageContents[K];
  readonly act: (action: string, more?: Omit<PageAction, "type" | "action">) => void;
}
