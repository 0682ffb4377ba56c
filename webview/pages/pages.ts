import { mount } from "svelte";
import { keepUndo } from "../ui/keepUndo.ts";
import PageApp from "./PageApp.svelte";
import { connectPageHost } from "./pageHost.ts";
import "../theme.css";

keepUndo(window);
const target = document.getElementById("app");
if (target) mount(PageApp, { target, props: { host: connectPageHost() } });
document.getElementById("stuck")?.remove();
