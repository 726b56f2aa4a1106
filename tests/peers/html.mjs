// Opens the pages that tests/peers/html.sh has made, as a reader would. Each check prints a line.
import { readFileSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { createRequire } from "node:module";
import { resolve } from "node:path";

// They are in the folder of the pages, not beside this file.
const { chromium } = createRequire(resolve("package.json"))("playwright-core");
const axe = readFileSync("node_modules/axe-core/axe.min.js", "utf8");
const pages = ["failed", "passed", "crashed", "many", "hostile"];
const browser = await chromium.launch({ executablePath: process.argv[2], args: ["--no-sandbox"] });
let failures = 0;

const check = (what, held, found = "") => {
  console.log(`${held ? "ok   " : "FAIL "} ${what}${held ? "" : `: ${found}`}`);
  failures += !held;
};
const address = (name, hash = "") => pathToFileURL(resolve(`${name}.html`)).href + hash;

// A page, and all that it did beside showing itself: messages, requests, dialogs.
const open = async (name, { hash = "", ...options } = {}) => {
  const context = await browser.newContext({ viewport: { width: 1120, height: 900 }, ...options });
  const page = await context.newPage();
  page.noise = [];
  page.on("console", (message) => page.noise.push(`console: ${message.text()}`));
  page.on("pageerror", (error) => page.noise.push(`error: ${error.message}`));
  page.on("dialog", (dialog) => { page.noise.push(`dialog: ${dialog.message()}`); dialog.dismiss(); });
  page.on("request", (request) => {
    if (request.url() !== address(name) && !request.url().startsWith("data:"))
      page.noise.push(`request: ${request.url()}`);
  });
  await page.goto(address(name, hash));
  return page;
};
const close = (page) => page.context().close();
const openAll = (page) => page.evaluate(() => document.querySelectorAll("details").forEach((d) => { d.open = true; }));

const judgeQuiet = async (name) => {
  const page = await open(name);
  await openAll(page);
  await page.evaluate(() => new Promise(requestAnimationFrame));
  check(`${name}: no message, no request, no dialog`, !page.noise.length, page.noise.join("; "));
  const dead = await page.evaluate(() => [...document.querySelectorAll('a[href^="#"]')]
    .filter((a) => !document.getElementById(decodeURIComponent(a.hash.slice(1)))).map((a) => a.hash));
  check(`${name}: every link leads somewhere`, !dead.length, dead.join(" "));
  const away = await page.evaluate(() => document.querySelectorAll('a:not([href^="#"]), [src], form, iframe').length);
  check(`${name}: nothing leads away`, away === 0, away);
  await close(page);
};

const judgeAxe = async (name, colorScheme, width) => {
  const page = await open(name, { colorScheme, viewport: { width, height: 900 } });
  await openAll(page);
  await page.evaluate(axe);
  const { violations } = await page.evaluate(() => window.axe.run(document, { resultTypes: ["violations"] }));
  const told = violations.map((v) => `${v.id} (${v.impact}) ${v.nodes.length}: ${v.nodes[0].html.slice(0, 150)}`);
  check(`${name}, ${colorScheme}, ${width} px: axe-core finds nothing`, !violations.length, told.join("\n      "));
  const wide = await page.evaluate(() => document.scrollingElement.scrollWidth);
  check(`${name}, ${colorScheme}, ${width} px: nothing sticks out`, wide <= width, `${wide} px`);
  await close(page);
};

const judgeLinks = async () => {
  const page = await open("failed");
  await page.click('.cause[open] a[href^="#call-"]');
  const target = await page.evaluate(() => {
    const box = document.querySelector(":target").getBoundingClientRect();
    return { open: document.querySelector(":target").open, top: box.top, focus: document.activeElement.tagName };
  });
  check("a link opens the call and its test", target.open && target.top >= 0 && target.top < 900, JSON.stringify(target));
  check("and moves the focus there", target.focus === "SUMMARY", target.focus);
  await close(page);
  const last = (await browser.newPage(), await open("failed"));
  const id = await last.evaluate(() => [...document.querySelectorAll(".call")].at(-1).id);
  await close(last);
  const deep = await open("failed", { hash: `#${id}` });
  check("a deep link opens all that holds it", await deep.locator(`#${id} > .inside`).isVisible(), id);
  await deep.fill("#filter", "no test has this text");
  check("the filter hides all", await deep.locator("#tests .test:visible").count() === 0, "");
  await deep.evaluate(() => { location.hash = `#${document.querySelector("#tests .test").id}`; });
  await deep.waitForFunction(() => document.querySelector("#filter").value === "");
  check("a link to what is filtered out shows it", await deep.locator("#tests .test").first().isVisible());
  await close(deep);
};

const judgeFilter = async () => {
  const page = await open("many");
  const all = await page.locator("#tests .test").count();
  check("several sets make 200 tests", all >= 200, all);
  await page.click('[data-show="failed"]');
  const failed = await page.locator("#tests .test:visible").count();
  check("failed ones alone", failed > 0 && failed < all
    && failed === await page.locator('#tests [data-status="failed"]').count(), failed);
  check("the button says so", await page.getAttribute('[data-show="failed"]', "aria-pressed") === "true");
  await page.fill("#filter", "CONTRACT_create_read");
  const both = await page.locator("#tests .test:visible").count();
  check("and by name", both > 0 && both < failed, both);
  check("their number is told", (await page.textContent("#shown")).startsWith(`${both} of ${all} `));
  check("groups without tests are gone", await page.locator(".group:visible").count() === both);
  await close(page);
};

// Tab goes to everything that a mouse could use, and Enter opens it.
const judgeKeyboard = async () => {
  const page = await open("failed");
  const wanted = await page.evaluate(() => [...document.querySelectorAll("a, button, input, summary")]
    .filter((e) => e.checkVisibility()).length);
  const seen = await page.evaluateHandle(() => new Set());
  for (let i = 0; i < wanted + 20; i++) {
    await page.keyboard.press("Tab");
    await page.evaluate((set) => { if (document.activeElement !== document.body) set.add(document.activeElement); }, seen);
  }
  const reached = await page.evaluate((set) => [...set].filter((e) => e.tagName !== "PRE").length, seen);
  check("the keyboard reaches everything", reached === wanted, `${reached} of ${wanted}`);
  await page.focus("#tests .test > summary");
  await page.keyboard.press("Enter");
  check("and opens a test", await page.locator("#tests .test").first().getAttribute("open") !== null);
  await close(page);
};

const judgeWithoutScript = async () => {
  const page = await open("failed", { javaScriptEnabled: false });
  check("without JavaScript: what failed is shown", await page.locator(".cause .differences").first().isVisible());
  check("without JavaScript: no tool that does nothing", await page.locator("button:visible, input:visible").count() === 0);
  await page.locator("#tests .test > summary").first().click();
  check("without JavaScript: a test opens", await page.locator("#tests .test > .inside").first().isVisible());
  await close(page);
};

// What the policy is for, were something not escaped; and that it is what lets the page's own run.
const judgePolicy = async () => {
  const page = await open("passed");
  await page.evaluate(() => {
    const script = document.createElement("script");
    script.textContent = "window.broken = 1";
    document.body.append(script);
    document.body.insertAdjacentHTML("beforeend", '<p id="p" style="color: red" onclick="window.broken = 1">x</p>');
    document.getElementById("p").click();
  });
  check("the policy runs no other script", await page.evaluate(() => window.broken === undefined));
  await close(page);
  writeFileSync("changed.html", readFileSync("passed.html", "utf8").replace('"use strict";', '"use strict"; 1;'));
  const changed = await open("changed");
  check("nor this one with a letter more", await changed.locator("#tools").isHidden());
  await close(changed);
};

const judgeHostile = async () => {
  const page = await open("hostile");
  await openAll(page);
  const found = await page.evaluate(() => ({
    scripts: document.scripts.length,
    foreign: document.querySelectorAll("img, iframe, object, embed, base, form, [onerror], [onload], [style]").length,
    text: document.body.textContent,
  }));
  check("hostile: one script, and no element of others", found.scripts === 1 && found.foreign === 0, JSON.stringify([found.scripts, found.foreign]));
  for (const text of ["<script>alert(3)</script>", "<img src=x onerror=alert(4)>", "</pre></script></style>",
    "Name<script>alert(1)</script>", "<img src=x onerror=alert(2)>", "<img src=x onerror=alert(1)>", "\\u202e"])
    check(`hostile: ${text} is text`, found.text.includes(text));
  check("hostile: no letter turns the text around", !/[\u202a-\u202e\u2066-\u2069\u0000-\u0009\u000b-\u001f]/.test(found.text));
  await close(page);
};

const judgeCopy = async () => {
  const page = await open("failed");
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  const button = page.locator(".cause[open] .copy").first();
  await button.click();
  await page.waitForFunction(() => /^(copied|selected)$/.test(document.querySelector(".cause[open] .copy").textContent));
  const text = await page.evaluate(() => navigator.clipboard.readText().catch(() => String(getSelection())));
  check("a command is copied", text.startsWith("cfnc test --seed 1 --demo"), text);
  await close(page);
};

const judgePrint = async () => {
  const page = await open("failed");
  await page.pdf({ path: "print.pdf", format: "A4" });
  check("in print, every cause is open", await page.locator(".cause:not([open])").count() === 0);
  await page.emulateMedia({ media: "print" });
  check("in print, there is no button", await page.locator("button:visible").count() === 0);
  await page.screenshot({ path: "print.png", fullPage: true });
  await close(page);
};

const keepPictures = async () => {
  const pictures = [["light", 1120, "light"], ["dark", 1120, "dark"], ["narrow", 360, "light"]];
  for (const [picture, width, colorScheme] of pictures)
    for (const name of ["failed", "hostile"]) {
      const page = await open(name, { colorScheme, viewport: { width, height: 900 } });
      await page.screenshot({ path: `${name}-${picture}.png` });
      await page.evaluate(() => { document.querySelectorAll("#tests .test.fail, #tests .test.fail .call")
        .forEach((d, i) => { d.open = i < 6; }); });
      await page.screenshot({ path: `${name}-${picture}-full.png`, fullPage: true });
      await close(page);
    }
};

const measure = async () => {
  const size = readFileSync("many.html").length;
  check("a page of 200 tests is below 2 MB", size < 2e6, size);
  const page = await open("many");
  const ms = await page.evaluate(() => performance.getEntriesByType("navigation")[0].loadEventEnd);
  console.log(`      many.html: ${size} bytes, loaded after ${Math.round(ms)} ms`);
  await close(page);
};

for (const name of pages) await judgeQuiet(name);
for (const name of pages.filter((p) => p !== "many"))
  for (const scheme of ["light", "dark"]) await judgeAxe(name, scheme, 1120);
for (const name of ["failed", "hostile"]) await judgeAxe(name, "light", 360);
await judgeLinks();
await judgeFilter();
await judgeKeyboard();
await judgeWithoutScript();
await judgePolicy();
await judgeHostile();
await judgeCopy();
await judgePrint();
await keepPictures();
await measure();
await browser.close();
process.exit(failures ? 1 : 0);
