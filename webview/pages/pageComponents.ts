import type { Component } from "svelte";
import type { PageKind } from "../../extension/shared/contract/pages/pages.ts";
import McpPage from "./McpPage.svelte";
import type { PageProps } from "./pageProps.ts";
import StatusPage from "./StatusPage.svelte";
import UsagePage from "./UsagePage.svelte";

/** The component of each page. */
export const pageComponents: { readonly [K in PageKind]: Component<PageProps<K>> } = {
  status: StatusPage,
  mcp: McpPage,
  usage: UsagePage,
};
