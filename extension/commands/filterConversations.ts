import type { ListFilter } from "../conversations/listFilter.ts";
import { showFilterBox } from "../editor/filterBox.ts";
import type { Command } from "./command.ts";

export function filterConversationsCommand(filter: ListFilter): Command {
  return { run: () => showFilterBox(filter) };
}

export function clearFilterCommand(filter: ListFilter): Command {
  return { run: () => filter.set("") };
}
