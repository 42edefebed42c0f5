// The page of the studio: asks for the file again and again, and shows what has changed.
import { choices, showOptions, whenChosen } from "./options.js";
import { openTable, tableFileChanged } from "./table.js";

const PAUSE = 400, PAUSE_UNSEEN = 2000, PAUSE_LOST = 1500;
const ZONES = ["#0072b2", "#d55e00", "#aa4499", "#117733", "#8b5a00", "#44639f", "#b0305c", "#2f7f8f"];
const SVG = "http://www.w3.org/2000/svg";

const $ = (id) => document.getElementById(id);
const dark = matchMedia("(prefers-color-scheme: dark)");

let file = 0, version = 0, shownFile = 0, shownDark = 0;
let cards = new Map();          // "set/tile" to {said, node, tile}
let chosen = "", kept = "";     // what the close-up shows, and what was clicked
let general = new Map();        // findings about no tile: what they say to their elements
let poke = () => {};            // ends the pause
let litNow = "";                // what is coloured

export function element(name, text = "", className = "") {
  const made = document.createElement(name);
  made.textContent = text;
  if (className) made.className = className;
  return made;
}

// An SVG text of the library as an element. Nothing in it can run: the page allows scripts from this server alone.
export function picture(text) {
  const read = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
  return document.importNode(read, true);
}

export const isDark = () => (dark.matches ? 1 : 0);
export const currentFile = () => shownFile;
export const currentChoices = () => choices(shownFile);

export async function ask(what, numbers, method = "GET") {
  const answer = await fetch(`${what}?${new URLSearchParams(numbers)}`, { method, cache: "no-store" });
  if (answer.status === 204) return null;
  if (!answer.ok) throw new Error((await answer.text()) || answer.statusText);
  return answer.json();
}

// Asking --------------------------------------------------------------------------------------

async function watch() {
  for (;;) {
    let pause = document.hidden ? PAUSE_UNSEEN : PAUSE;
    try {
      const asked = [file, choices(shownFile), isDark()];
      const view = await ask("view", { file, known: version, choices: asked[1], dark: asked[2] });
      if (asked[0] !== file || asked[1] !== choices(shownFile) || asked[2] !== isDark()) {
        version = pause = 0;  // something else is wanted by now
      } else {
        document.body.dataset.connected = "yes";
        if (view) {
          show(view);
          const isWhole = !view.more && choices(shownFile) === asked[1];
          version = isWhole ? view.version : 0;
          if (!isWhole) pause = 0;
        } else if ($("state").dataset.lost) {
          version = 0;
          pause = 0;
        }
      }
    } catch (error) {
      lost(error);
      pause = PAUSE_LOST;
    }
    await new Promise((done) => { poke = done; setTimeout(done, pause); });
  }
}

function lost(error) {
  const isGone = error instanceof TypeError;
  pill(isGone ? "not connected: is the studio still running?" : `the studio stumbled: ${error.message}`, "bad");
  $("state").dataset.lost = "yes";
}

function pill(text, kind) {
  $("state").textContent = text;
  $("state").className = `pill ${kind}`;
  delete $("state").dataset.lost;
}

function many(number, word) {
  return `${number} ${word}${number === 1 ? "" : "s"}`;
}

function counted(said) {
  const parts = [];
  if (said.faults) parts.push(many(said.faults, "fault"));
  if (said.warnings) parts.push(many(said.warnings, "warning"));
  return parts.join(", ");
}

const colourOf = (said) => (said.faults ? "bad" : said.warnings ? "warn" : "good");

// Showing -------------------------------------------------------------------------------------

function show(view) {
  keepingFocus(() => showFiles(view));
  const said = view.file;
  if (!said) {
    showNothing(view.path);
    return;
  }
  if (said.number !== shownFile) {
    cards = new Map();
    chosen = kept = "";
  }
  const isChange = said.number === shownFile && shownDark === isDark();
  shownFile = said.number;
  shownDark = isDark();
  $("title").textContent = said.title ? `${said.name}: ${said.title}` : said.name;
  document.title = `${said.faults ? "✗" : said.warnings ? "!" : "✓"} ${said.name} · Carcassonne studio`;
  pill(counted(said) || "no findings", colourOf(said));
  $("when").textContent = `read at ${new Date().toLocaleTimeString()}`;
  showOptions(shownFile, said.options, said.dropped);
  keepingFocus(() => {
    showGeneral(said.general);
    showSets(said, isChange);
  });
  tableFileChanged(shownFile);
}

function showNothing(path) {
  pill("there is no YAML file here yet", "warn");
  $("title").textContent = path;
  cards = new Map();
  shownFile = 0;
  chosen = kept = "";
  showGeneral([]);
  showOptions(0, [], {});
  $("sets").replaceChildren();
  $("close-up").hidden = true;
  unlight();
}

function showGeneral(findings) {
  const next = new Map();
  for (const finding of findings) {
    const text = JSON.stringify(finding);
    next.set(text, general.get(text) ?? findingNode(finding));
  }
  general = next;
  $("general").replaceChildren(...next.values());
}

// Elements that are put in anew, or made anew, lose the focus: it goes to those that took their places.
function keepingFocus(change) {
  const had = document.activeElement;
  change();
  if (document.activeElement === had || !had || had === document.body) return;
  const same = (each) => ["name", "segment", "file"].every((key) => each.dataset[key] === had.dataset[key]);
  const next = had.isConnected ? had : [...document.querySelectorAll(had.tagName)].find(same);
  next?.focus({ preventScroll: true });
}

function showFiles(view) {
  const files = $("files");
  files.hidden = view.files.length < 2;
  files.replaceChildren(...view.files.map((said) => {
    const button = element("button");
    button.append(element("span", said.name));
    button.append(element("span", said.read ? counted(said) || "✓" : "…", `count ${said.read ? colourOf(said) : ""}`));
    button.dataset.file = said.number;
    button.setAttribute("aria-current", String(view.file !== null && said.number === view.file.number));
    button.addEventListener("click", () => { file = said.number; version = 0; poke(); });
    return button;
  }));
}

function showSets(said, isChange) {
  const next = new Map(), sections = [];
  for (const set of said.sheets) {
    const section = element("section", "", "set");
    const heading = element("h2", `${set.name}, edition ${set.edition}`);
    heading.append(element("small", `${many(set.count, "tile")}, ${many(set.tiles.length + set.hidden, "drawing")}`));
    heading.append(element("small", set.file));
    const grid = element("div", "", "grid");
    for (const tile of set.tiles) {
      const key = tile.name, text = JSON.stringify(tile), known = cards.get(key);
      const card = known && known.said === text ? known : { said: text, tile, node: cardNode(tile) };
      const wasDrawn = !known || known.tile.picture || known.tile.findings.length;
      if (card !== known && isChange && wasDrawn) card.node.classList.add("fresh");
      next.set(key, card);
      grid.append(card.node);
    }
    section.append(heading, grid);
    if (set.hidden) section.append(element("p", `and ${set.hidden} more, which are checked but not shown`, "empty"));
    section.append(legendNode(set.legend));
    sections.push(section);
  }
  cards = next;
  $("sets").replaceChildren(...sections);
  unlight();
  if (!sections.length) {
    const about = said.kind === "tiles" || !said.kind ? "No tiles can be shown yet."
      : `This is a file of kind “${said.kind}” that has no tiles of its own.`;
    $("sets").append(element("p", about, "empty"));
  }
  $("close-up").hidden = !cards.size;
  if (!cards.has(kept)) kept = "";
  if (!cards.has(chosen)) chosen = kept || (cards.keys().next().value ?? "");
  if (chosen) closeUp(chosen);
  if (kept) cards.get(kept).node.classList.add("kept");
}

function cardNode(tile) {
  const node = element("article", "", "card");
  node.tabIndex = 0;
  node.dataset.name = tile.name;
  const frame = element("div", "", "picture");
  if (tile.picture) frame.append(picture(tile.picture.svg));
  const isFaulty = tile.findings.some((finding) => finding.severity === "fault");
  if (tile.before) node.classList.add("before");
  else if (!tile.picture) node.classList.add(isFaulty ? "none" : "waiting");
  frame.dataset.note = tile.before ? "as it was before" : "cannot be drawn";
  const name = element("h3");
  name.append(element("span", tile.name.split("/").pop()), element("b", `× ${tile.count}`));
  name.title = `${tile.name}, line ${tile.line}`;
  node.append(frame, name);
  if (tile.findings.length) {
    node.classList.add("has-findings");
    const findings = element("div", "", "findings");
    findings.append(...tile.findings.map((finding) => findingNode(finding, tile.name)));
    node.append(findings);
  }
  if (tile.picture) hoverable(frame, tile);
  node.addEventListener("pointerenter", (event) => {
    if (!kept && event.pointerType !== "touch") closeUp(tile.name);  // a page that moves under a finger loses the tap
  });
  node.addEventListener("focus", () => { if (!kept && node.matches(":focus-visible")) closeUp(tile.name); });
  node.addEventListener("click", (event) => { if (!event.target.closest(".findings")) keep(tile.name); });
  node.addEventListener("keydown", (event) => { if (event.key === "Enter") keep(tile.name); });
  return node;
}

function keep(name) {
  cards.get(kept)?.node.classList.remove("kept");
  kept = kept === name ? "" : name;
  cards.get(kept)?.node.classList.add("kept");
  closeUp(name);
}

export function findingNode(finding, tile = "") {
  const node = element("div", "", `finding ${finding.severity}`);
  const head = element("p", "", "head");
  head.append(element("b", finding.severity === "fault" ? "● Fault" : "▲ Warning"));
  head.append(` · ${finding.file}, line ${finding.line}, column ${finding.column}`);
  const said = tile && finding.fault.startsWith(`tile ${tile}: `) ? finding.fault.slice(tile.length + 7) : finding.fault;
  node.append(head, element("p", said, "said"));
  if (finding.cure) node.append(element("p", finding.cure, "cure"));
  if (finding.marked) node.append(element("pre", finding.marked));
  if (finding.title) {
    const more = element("details");
    more.append(element("summary", `${finding.code}: ${finding.title}`), element("p", finding.why));
    if (finding.right) more.append(element("p", "This is right:"), element("pre", finding.right));
    node.append(more);
  }
  return node;
}

function legendNode(signs) {
  const list = element("ul", "", "legend");
  list.append(...signs.map((sign) => {
    const item = element("li");
    item.append(picture(sign.svg), element("span", sign.name));
    item.title = sign.what;
    return item;
  }));
  return list;
}

// One tile ------------------------------------------------------------------------------------

function closeUp(name) {
  chosen = name;
  const tile = cards.get(name).tile, place = $("close-up");
  place.querySelector("h2").textContent = tile.name;
  const frame = place.querySelector(".picture"), list = place.querySelector("ul");
  frame.replaceChildren();
  list.replaceChildren();
  if (!tile.picture) return;
  frame.append(picture(tile.picture.svg));
  hoverable(frame, tile);
  for (const segment of tile.picture.segments) {
    const item = element("li"), button = element("button");
    button.dataset.segment = segment.name;
    const zone = zoneOf(tile, segment.name);
    if (zone) {
      button.style.setProperty("--zone", zone.colour);
      button.dataset.number = zone.number;
    }
    button.append(element("span", [segment.name, ...segment.symbols.map((each) => each.text)].join(", ")));
    button.append(element("small", aboutSegment(tile, segment)));
    for (const [on, off] of [["pointerenter", "pointerleave"], ["focus", "blur"]]) {
      button.addEventListener(on, () => light(tile, segment.name));
      button.addEventListener(off, () => light(tile, ""));
    }
    item.append(button);
    list.append(item);
  }
  const others = [...tile.picture.symbols.map((each) => each.text), ...tile.picture.things];
  if (others.length) list.append(element("li", `On the tile: ${[...new Set(others)].join(", ")}`));
}

function aboutSegment(tile, segment) {
  const parts = [];
  parts.push(segment.at.length ? segment.at.join(" ") : "reaches no side");
  if (segment.borders === "gaps") {
    parts.push(segment.touches.length ? `touches ${listed(segment.touches)}` : "touches nothing");
  } else {
    const touching = tile.picture.segments.filter((other) => other.touches.includes(segment.name));
    if (touching.length) parts.push(`touched by ${listed(touching.map((other) => other.name))}`);
  }
  return parts.join(" · ");
}

function listed(names) {
  return names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
}

function zoneOf(tile, name) {
  const gaps = tile.picture.segments.filter((segment) => segment.borders === "gaps");
  const number = gaps.findIndex((segment) => segment.name === name);
  return number < 0 ? null : { number: number + 1, colour: ZONES[number % ZONES.length] };
}

function hoverable(frame, tile) {
  frame.addEventListener("pointermove", (event) => {
    const part = event.target.closest("[data-segment], [data-symbol], [data-thing]");
    light(tile, part?.dataset.segment ?? "", true);
    tip(event, part && told(tile, part));
  });
  frame.addEventListener("pointerleave", () => { light(tile, "", false); tip(null); });
  frame.addEventListener("click", (event) => {
    if (event.pointerType !== "touch") return;  // a finger does not hover
    if (kept === tile.name) event.stopPropagation();  // to point is not to let go
    const part = event.target.closest("[data-segment], [data-symbol], [data-thing]");
    light(tile, part?.dataset.segment ?? "", true);
    tip(event, part && told(tile, part));
  });
}

function told(tile, part) {
  const { symbol, thing, segment } = part.dataset;
  if (symbol !== undefined) return [symbol, "symbol"];
  if (thing !== undefined) return [thing, "where lines meet or end"];
  const found = tile.picture.segments.find((each) => each.name === segment);
  return found && [[found.name, ...found.symbols.map((each) => each.text)].join(", "), aboutSegment(tile, found)];
}

export function tip(event, lines) {
  const node = $("tip");
  node.hidden = !lines;
  if (!lines) return;
  node.replaceChildren(element("b", lines[0]), element("span", lines[1]));
  const { width, height } = node.getBoundingClientRect();
  node.style.left = `${Math.max(4, Math.min(event.clientX + 14, innerWidth - width - 8))}px`;
  node.style.top = `${event.clientY + 18 + height > innerHeight ? event.clientY - height - 10 : event.clientY + 18}px`;
}

// Colours the parts of a tile wherever it is shown: all gaps, or one segment with what it touches.
function light(tile, name, within = false) {
  const what = `${tile.name}|${name}|${within}`;
  if (what === litNow) return;
  litNow = what;
  uncolour();
  for (const button of document.querySelectorAll("#close-up li button")) {
    button.classList.toggle("lit", name !== "" && button.dataset.segment === name);
  }
  if (!name && !within) return;
  for (const svg of document.querySelectorAll("#tiles-view .picture svg")) {
    if (svg.querySelector("[data-tile]")?.dataset.tile === tile.name) paint(svg, tile, name);
  }
}

function uncolour() {
  for (const old of document.querySelectorAll("#tiles-view .zone, #tiles-view .over")) old.remove();
}

function unlight() {
  litNow = "";
  uncolour();
  tip(null);
}

function paint(svg, tile, name) {
  const root = svg.querySelector("[data-tile]");
  const segments = tile.picture.segments, one = segments.find((segment) => segment.name === name);
  const over = document.createElementNS(SVG, "g");
  over.setAttribute("class", "over");
  const gaps = segments.filter((segment) => segment.borders === "gaps");
  let after = null;
  for (const use of root.querySelectorAll("use[data-segment]")) {
    if (gaps.some((gap) => gap.name === use.dataset.segment)) after = use;
  }
  for (const gap of gaps) {
    const zone = zoneOf(tile, gap.name);
    const isMeant = !one || gap === one || gap.touches.includes(name);
    const path = shape("path", { d: gap.area, class: `zone ${!one ? "" : isMeant ? "strong" : "weak"}` }, zone.colour);
    path.dataset.zone = gap.name;
    if (after) { after.after(path); after = path; }
    if (isMeant && gaps.length > 0) over.append(...badge(gap.spot, zone));
  }
  if (one) {
    const colour = zoneOf(tile, name)?.colour ?? "";
    const touched = one.borders === "gaps" ? segments.filter((each) => one.touches.includes(each.name)) : [one];
    for (const each of touched) over.prepend(...outline(each, colour));
  }
  root.append(over);
}

function outline(segment, colour) {
  const d = segment.borders === "middle" ? segment.line : segment.area;
  const line = segment.borders === "middle" ? "line " : "";
  const parts = d ? ["edge", "core"].map((kind) => shape("path", { d, class: line + kind }, colour))
    : [shape("circle", { cx: segment.spot[0], cy: segment.spot[1], r: 21, class: "edge" }, colour),
       shape("circle", { cx: segment.spot[0], cy: segment.spot[1], r: 21, class: "core" }, colour)];
  for (const part of parts) part.dataset.touched = segment.name;
  return parts;
}

function badge(spot, zone) {
  const label = shape("text", { x: spot[0], y: spot[1] }, zone.colour);
  label.textContent = zone.number;
  return [shape("circle", { cx: spot[0], cy: spot[1], r: 6.2 }, zone.colour), label];
}

function shape(name, attributes, colour) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  if (colour) made.style.setProperty("--zone", colour);
  return made;
}

// Tiles or table ------------------------------------------------------------------------------

function turnTo(name) {
  for (const each of ["tiles", "table"]) {
    const isIt = each === name;
    $(`${each}-tab`).setAttribute("aria-selected", String(isIt));
    $(`${each}-view`).classList.toggle("away", !isIt);
    $(`${each}-view`).inert = !isIt;
  }
  tip(null);
  if (name === "table") openTable();
}

$("tiles-tab").addEventListener("click", () => turnTo("tiles"));
$("table-tab").addEventListener("click", () => turnTo("table"));
dark.addEventListener("change", () => { version = 0; poke(); });
whenChosen(() => { version = 0; poke(); });
document.addEventListener("pointerdown", (event) => { if (event.pointerType === "touch") unlight(); });
document.addEventListener("visibilitychange", () => { if (!document.hidden) poke(); });
watch();
