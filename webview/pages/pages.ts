import { mount } from "svelte";
import PageApp from "./PageApp.svelte";
import { connectPageHost } from "./pageHost.ts";
import "../theme.css";

const target = document.getElementById("app");
document.getElementById("stuck")?.remove();
if (target) mount(PageApp, { target, props: { host: connectPageHost() } });
