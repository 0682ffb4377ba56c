import { lookForFiles } from "./lookForFiles.ts";
import { openFile, openLink } from "./openTarget.ts";
import { copyText, insertCode, openCode } from "./replyCode.ts";

/** What panels have the editor do by itself. */
export const panelActions = { openFile, openLink, lookForFiles, insertCode, openCode, copyText };
