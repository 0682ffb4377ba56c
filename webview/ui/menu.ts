import type { Attachment } from "svelte/attachments";

/** An entry of a menu. */
export interface MenuItem {
  /** Unique in its menu. */
  readonly id: string;
  readonly label: string;
  /** A second line below the label. */
  readonly description?: string | undefined;
  /** Keys that do the same. */
  readonly keys?: string | undefined;
  /** Name of a codicon without "codicon-". */
  readonly icon?: string | undefined;
  /** Defined if the entry is one of several choices. */
  readonly isChecked?: boolean | undefined;
  /** True for an entry that can be focused and read but has no effect. */
  readonly isDisabled?: boolean | undefined;
  /** Runs after the menu has closed and its button has the focus again. */
  readonly onChoose: (event: MouseEvent) => void;
}

/** Entries between two separators. */
export interface MenuGroup {
  /** Heading of the entries. */
  readonly label?: string | undefined;
  readonly items: readonly MenuItem[];
}

/** Props that a menu's button spreads into its `<button>`. */
export interface MenuButtonProps {
  readonly "aria-haspopup": "menu";
  readonly "aria-expanded": boolean;
  readonly "aria-controls": string | undefined;
  readonly onclick: (event: MouseEvent) => void;
  readonly onmousedown: (event: MouseEvent) => void;
  readonly onkeydown: (event: KeyboardEvent) => void;
  readonly [attachment: symbol]: Attachment<HTMLElement>;
}

export interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** Distances in pixels: between a menu and its button, and between a menu and the edge of the page. */
const gap = 2;
const margin = 4;

/**
 * Returns the position of a menu in page pixels: below its button, or above if it needs the room and more is available
 * there, and never outside of the page. `maxHeight` is the available room.
 */
export function placeMenu(
  button: Box,
  menu: { readonly width: number; readonly height: number },
  page: { readonly width: number; readonly height: number },
): { readonly left: number; readonly top: number; readonly maxHeight: number } {
  const above = button.top - gap - margin;
  const below = page.height - (button.top + button.height) - gap - margin;
  const isAbove = menu.height > below && above > below;
  const maxHeight = Math.max(0, isAbove ? above : below);
  const height = Math.min(menu.height, maxHeight);
  const top = isAbove ? button.top - gap - height : button.top + button.height + gap;
  return { left: Math.max(margin, Math.min(button.left, page.width - margin - menu.width)), top, maxHeight };
}
