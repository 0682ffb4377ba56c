/**
 * A line above the composer about what the host does or did for the shown conversation. It has finished texts, because
 * it comes from the dialogs of the host, which otherwise show it as a notification of the editor.
 */
export interface Banner {
  readonly id: number;
  /** "progress": the work still runs; the host takes the banner away. */
  readonly kind: "progress" | "information" | "warning" | "error";
  readonly text: string;
  /** Labels of its buttons. */
  readonly buttons: readonly string[];
}
