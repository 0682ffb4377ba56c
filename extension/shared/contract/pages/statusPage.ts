/** Content of the page "Tandem Status": tables, each with a heading. */
export interface StatusContent {
  /** Note about the page as a whole, such as that no conversation is running. */
  readonly note?: string;
  readonly sections: readonly StatusSection[];
}

export interface StatusSection {
  readonly id: string;
  readonly heading: string;
  /** Shown below the heading, for example why the table is empty. */
  readonly note?: string;
  readonly rows: readonly StatusRow[];
}

export interface StatusRow {
  /** Unique in its section. */
  readonly id: string;
  readonly name: string;
  readonly value: string;
  /** Origin of the value in words; empty where there is only one. */
  readonly origin: string;
  /** Values of lower priority with their origins, highest priority first. */
  readonly losers?: readonly { readonly value: string; readonly origin: string }[];
  /** A short state such as "needs restart". */
  readonly mark?: { readonly level: "info" | "warning"; readonly text: string };
  /** A second line below the value. */
  readonly more?: string;
  readonly button?: StatusButton;
  /** The value is left out of a report: it names a person or a project, or has text that the user wrote. */
  readonly isPrivate?: boolean;
}

/** The button of a row: its label, its accessible name, and the action with its target that it sends. */
export interface StatusButton {
  readonly label: string;
  readonly longLabel: string;
  readonly action: StatusActionName;
  readonly target?: string;
}

/** Actions of the buttons of the status page. `copy` is the button of the page itself. */
export const statusActions = [
  "copy",
  "openSetting",
  "openFile",
  "selectOption",
  "selectStyle",
  "manageServers",
  "manageRules",
  "logIn",
  "cleanUpCheckpoints",
] as const;
export type StatusActionName = (typeof statusActions)[number];
