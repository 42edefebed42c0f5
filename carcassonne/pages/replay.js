"use strict";
// Shows the game that stands in the page: the moments as differences from one to the next, and what they refer to.

const SVG = "http://www.w3.org/2000/svg";
const TILE = 100;  // units of the board
const LEAST = { wide: 5, high: 4 };  // tiles that are in view at least
const PLAYED = 900;  // milliseconds a step, at speed 1

const game = JSON.parse(document.getElementById("game").textContent);
const find = (id) => document.getElementById(id);
const board = find("board");
const layers = Object.fromEntries(["names", "open", "tiles", "lit", "tokens", "links", "figures", "last"]
  .map((name) => [name, find(name)]));
const numbers = new Map(game.segments.map((name, number) => [name, number]));

// Elements ------------------------------------------------------------------------------------

/** A new element of HTML with attributes and children; texts become text and are never read as HTML. */
function element(name, attributes = {}, ...children) {
  return filled(document.createElement(name), attributes, children);
}

/** A new element of SVG. */
function drawn(name, attributes = {}, ...children) {
  return filled(document.createElementNS(SVG, name), attributes, children);
}

function filled(made, attributes, children) {
  for (const [key, value] of Object.entries(attributes)) {
    if (value !== undefined && value !== null && value !== false) made.setAttribute(key, value);
  }
  made.append(...children.filter((child) => child !== null && child !== undefined && child !== ""));
  return made;
}

const use = (part) => drawn("use", { href: `#${part}` });
const icon = (part, box = "-18 -18 36 36") => drawn("svg", { viewBox: box, "aria-hidden": "true" }, use(part));

function chip(player, small) {
  const { mark, fill, ink } = game.players[player];
  const made = element("span", { class: small ? "chip small" : "chip", "aria-hidden": "true" }, mark);
  made.style.background = fill;
  made.style.color = ink;
  return made;
}

const several = (count, word) => `${count} ${word}${count === 1 ? "" : "s"}`;
const listed = (words) => words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;
const named = (players) => listed(players.map((player) => game.players[player].name));
const signed = (points) => points < 0 ? `−${-points}` : `+${points}`;

// Moments -------------------------------------------------------------------------------------

const SECTIONS = ["tiles", "figures", "tokens", "links", "open", "features", "worths", "players", "now"];
const KEPT = 32;  // every so many moments one is kept whole

const kept = [];

/** Everything there is to see at a step. */
function stateAt(step) {
  let from = Math.min(Math.floor(step / KEPT), kept.length - 1);
  let state = from < 0 ? null : copied(kept[from]);
  for (let at = from < 0 ? 0 : from * KEPT + 1; at <= step; at++) {
    state ??= Object.fromEntries(SECTIONS.map((name) => [name, new Map()]));
    for (const name of SECTIONS) {
      for (const [key, value] of Object.entries(game.moments[at][name] ?? {})) {
        if (value === null) state[name].delete(key);
        else state[name].set(key, value);
      }
    }
    if (at % KEPT === 0 && kept.length === at / KEPT) kept.push(copied(state));
  }
  return state;
}

const copied = (state) => Object.fromEntries(SECTIONS.map((name) => [name, new Map(state[name])]));

const end = game.moments.length - 1;
let step = -1;
let state = stateAt(0);
let featureParts = new Map();  // for each feature its segments

function gathered() {
  const found = new Map();
  for (const [segment, feature] of state.features) {
    if (!found.has(feature)) found.set(feature, []);
    found.get(feature).push(Number(segment));
  }
  return found;
}

// The board -----------------------------------------------------------------------------------

const cell = (key) => key.split(",").map(Number);
const shown = { open: new Map(), tiles: new Map(), tokens: new Map(), links: new Map(), figures: new Map() };

/** Make a layer show a section: what is gone goes, what is new or different is made. */
function renew(name, make) {
  const before = shown[name];
  const after = state[name];
  for (const [key, old] of before) {
    if (JSON.stringify(after.get(key)) !== old.value) {
      old.made.remove();
      before.delete(key);
    }
  }
  for (const [key, value] of after) {
    if (!before.has(key)) {
      const made = make(key, value);
      layers[name].append(made);
      before.set(key, { made, value: JSON.stringify(value) });
    }
  }
}

function tile(key, part) {
  const made = find(part).cloneNode(true);
  const [x, y] = cell(key);
  made.removeAttribute("id");
  made.setAttribute("transform", `translate(${x * TILE} ${y * TILE})`);
  made.dataset.cell = key;
  made.classList.toggle("new", key === state.now.get("last"));
  for (const segment of made.querySelectorAll("[data-segment]")) segment.dataset.segment += ` at ${key}`;
  return made;
}

function figure(key, [part, x, y, segment, kind, owner]) {
  const who = owner < 0 ? kind : `${game.players[owner].name}'s ${kind}`;
  return drawn("g", {
    transform: `translate(${x} ${y})`,
    "data-segment": game.segments[segment],
    "data-figure": kind,
    "data-owner": owner < 0 ? "" : game.players[owner].name,
    tabindex: 0,
    role: "button",
    "aria-label": `${who} on ${game.segments[segment]}`,
  }, drawn("circle", { r: 17, fill: "transparent" }), use(part));
}

function token(key, [part, x, y, kind, count]) {
  const made = drawn("g", { transform: `translate(${x} ${y})`, "data-token": kind }, use(part));
  made.append(drawn("title", {}, count === 1 ? kind : `${count} × ${kind}`));
  return made;
}

function place(key, kind) {
  const [x, y] = cell(key);
  return drawn("rect", {
    x: x * TILE + 7, y: y * TILE + 7, width: TILE - 14, height: TILE - 14, rx: 10,
    "data-open": key, class: kind === 2 ? "legal" : null,
  });
}

function showBoard() {
  renew("open", place);
  renew("tiles", tile);
  renew("tokens", token);
  renew("links", (key, part) => use(part));
  renew("figures", figure);
  layers.last.replaceChildren();
  const last = state.now.get("last");
  if (last) {
    const [x, y] = cell(last);
    layers.last.append(drawn("rect", {
      x: x * TILE + 1, y: y * TILE + 1, width: TILE - 2, height: TILE - 2, rx: 5, "data-last": last,
    }));
  }
  board.setAttribute("aria-label", `Board: ${several(state.tiles.size, "tile")}, `
    + `${several(state.figures.size, "figure")}`);
}

/** How far tiles and open places reach. */
function extent() {
  const cells = [...state.tiles.keys(), ...state.open.keys(), ...(state.tiles.size ? [] : ["0,0"])].map(cell);
  const xs = cells.map(([x]) => x);
  const ys = cells.map(([, y]) => y);
  return { left: Math.min(...xs), right: Math.max(...xs), top: Math.min(...ys), bottom: Math.max(...ys) };
}

/** The numbers of columns and rows around the tiles, of the same size however large the board is. */
function showNames({ wide, high }) {
  const { left, right, top, bottom } = extent();
  const size = Math.max(16, 11 * Math.max(wide / room.wide, high / room.high));
  const names = [];
  const name = (x, y, text) => names.push(drawn("text", { x, y, "font-size": size }, String(text)));
  const [across, down] = [Math.ceil(2 * size / TILE), Math.ceil(1.1 * size / TILE)];  // where there is room for each
  for (let x = left; x <= right; x++) {
    if (x % across) continue;
    name((x + 0.5) * TILE, top * TILE - size * 0.8, x);
    name((x + 0.5) * TILE, (bottom + 1) * TILE + size * 0.8, x);
  }
  for (let y = top; y <= bottom; y++) {
    if (y % down) continue;
    name(left * TILE - size, (y + 0.5) * TILE, y);
    name((right + 1) * TILE + size, (y + 0.5) * TILE, y);
  }
  layers.names.replaceChildren(...names);
}

// What is in view -----------------------------------------------------------------------------

let view = null;  // the box that was chosen, or null while all is in view
let room = { wide: 800, high: 600 };  // how large the board is on the screen

function measure() {
  if (board.clientWidth && board.clientHeight) room = { wide: board.clientWidth, high: board.clientHeight };
}

function wholeView() {
  const { left, right, top, bottom } = extent();
  const tiles = { wide: Math.max(right - left + 1, LEAST.wide), high: Math.max(bottom - top + 1, LEAST.high) };
  const margin = Math.max(50, 6 * Math.max(tiles.wide, tiles.high));
  const [wide, high] = [tiles.wide * TILE + 2 * margin, tiles.high * TILE + 2 * margin];
  const middle = [(left + right + 1) / 2 * TILE, (top + bottom + 1) / 2 * TILE];
  return { x: middle[0] - wide / 2, y: middle[1] - high / 2, wide, high };
}

function look() {
  const box = view ?? wholeView();
  const text = `${box.x} ${box.y} ${box.wide} ${box.high}`;
  if (text !== board.getAttribute("viewBox") || step < 0) board.setAttribute("viewBox", text);
  showNames(box);
  board.classList.toggle("near", view !== null);
}

/** A place of the screen in units of the board. */
function onBoard(x, y) {
  const matrix = board.getScreenCTM();
  return matrix ? new DOMPoint(x, y).matrixTransform(matrix.inverse()) : new DOMPoint(0, 0);
}

/** Look from nearer or farther; the place stays where it is. */
function zoom(factor, at) {
  const now = view ?? wholeView();
  const all = wholeView();
  const wide = Math.min(Math.max(now.wide / factor, 1.5 * TILE), all.wide * 1.5);
  const scale = wide / now.wide;
  const [x, y] = at ?? [now.x + now.wide / 2, now.y + now.high / 2];
  view = { x: x - (x - now.x) * scale, y: y - (y - now.y) * scale, wide, high: now.high * scale };
  look();
}

const fingers = new Map();
let moved = false;

board.addEventListener("pointerdown", (event) => {
  fingers.set(event.pointerId, [event.clientX, event.clientY]);
  if (fingers.size === 1) moved = false;
});

board.addEventListener("pointermove", (event) => {
  const before = fingers.get(event.pointerId);
  if (!before) return;
  const after = [event.clientX, event.clientY];
  const far = Math.hypot(after[0] - before[0], after[1] - before[1]);
  if (!moved && far < 5) return;
  if (fingers.size === 1 && event.pointerType === "touch" && view === null) return;  // the page is scrolled
  moved = true;
  if (fingers.size === 2) {
    const other = [...fingers].find(([id]) => id !== event.pointerId)[1];
    const apart = (one) => Math.max(20, Math.hypot(one[0] - other[0], one[1] - other[1]));
    const middle = onBoard((after[0] + other[0]) / 2, (after[1] + other[1]) / 2);
    zoom(apart(after) / apart(before), [middle.x, middle.y]);
  } else if (fingers.size === 1) {
    if (!board.hasPointerCapture(event.pointerId)) board.setPointerCapture(event.pointerId);
    const [from, to] = [onBoard(...before), onBoard(...after)];
    const now = view ?? wholeView();
    view = { ...now, x: now.x + from.x - to.x, y: now.y + from.y - to.y };
    board.classList.add("held");
    look();
  }
  fingers.set(event.pointerId, after);
});

for (const name of ["pointerup", "pointercancel"]) {
  board.addEventListener(name, (event) => {
    fingers.delete(event.pointerId);
    board.classList.remove("held");
  });
}

board.addEventListener("wheel", (event) => {
  event.preventDefault();
  const at = onBoard(event.clientX, event.clientY);
  zoom(Math.exp(-event.deltaY * (event.deltaMode ? 0.05 : 0.0015)), [at.x, at.y]);
}, { passive: false });

function showWhole() {
  view = null;
  look();
}

// Features ------------------------------------------------------------------------------------

let pointed = null;  // what is pointed at: { segment } or { cell }
let held = null;  // what was clicked

const sameThing = (one, other) => one?.segment === other?.segment && one?.cell === other?.cell;

function thingAt(target) {
  const segment = target.closest?.("[data-segment]");
  if (segment && numbers.has(segment.dataset.segment)) return { segment: numbers.get(segment.dataset.segment) };
  return null;
}

/** Light up what is pointed at, or held, everywhere on the board, and say what it is worth. */
function lightUp() {
  const thing = pointed ?? held;
  const feature = thing?.segment === undefined ? undefined : state.features.get(String(thing.segment));
  const parts = new Set((featureParts.get(feature) ?? []).map((number) => game.segments[number]));
  layers.lit.replaceChildren();
  if (thing?.cell !== undefined) {
    const found = shown.tiles.get(thing.cell);
    if (found) layers.lit.append(found.made.cloneNode(true));
  }
  for (const found of layers.tiles.querySelectorAll("[data-segment]")) {
    if (parts.has(found.dataset.segment)) layers.lit.append(inPlace(found));
  }
  for (const found of layers.figures.children) {
    const isLit = parts.has(found.dataset.segment) || found.dataset.segment.endsWith(` at ${thing?.cell}`);
    found.classList.toggle("lit", isLit);
  }
  board.classList.toggle("dim", layers.lit.childElementCount > 0);
  const panel = find("feature");
  panel.hidden = feature === undefined;
  panel.classList.toggle("held", sameThing(thing, held));
  if (feature === undefined) return;
  panel.replaceChildren(...worthOf(feature));
  panel.classList.remove("up");
  panel.classList.toggle("up", overlap(panel.getBoundingClientRect(), layers.lit.getBoundingClientRect()));
}

const overlap = (one, other) => one.left < other.right && other.left < one.right
  && one.top < other.bottom && other.top < one.bottom;

/** A copy of a part of a tile, turned and moved as that is. */
function inPlace(part) {
  let made = part.cloneNode(true);
  for (let around = part.parentNode; around !== layers.tiles; around = around.parentNode) {
    made = drawn("g", { transform: around.getAttribute("transform") }, made);
  }
  return made;
}

function worthOf(feature) {
  const parts = featureParts.get(feature).map((number) => game.segments[number]);
  const cells = new Set(parts.map((name) => name.split(" at ")[1]));
  const kind = parts[0].split(" at ")[0].replace(/ \d+$/, "");
  const worth = game.worths[state.worths.get(String(feature))];
  const there = [...state.figures.values()].filter((one) => state.features.get(String(one[3])) === feature);
  const figures = there.map(([, , , , name, owner]) => owner < 0 ? name : `${game.players[owner].name}'s ${name}`);
  const gets = worth.players.length ? ` for ${named(worth.players)}`
    : !worth.points ? " now" : there.length ? " now, which nobody would get" : "; nobody is there";
  const when = worth.complete ? "complete" : "not complete: as if the game ended now";
  return [
    element("h3", {}, `${kind}, ${several(cells.size, "tile")}`),
    element("p", { class: "sum" }, element("span", { id: "worth" }, several(worth.points, "point")), gets),
    itemList(worth.items),
    element("p", { class: "faint" }, when, figures.length ? `; ${listed(figures)}` : ""),
  ];
}

board.addEventListener("pointerover", (event) => {
  if (event.pointerType === "touch" || fingers.size) return;
  const thing = thingAt(event.target);
  if (!sameThing(thing, pointed)) {
    pointed = thing;
    lightUp();
  }
});

board.addEventListener("pointerleave", () => {
  pointed = null;
  lightUp();
});

board.addEventListener("click", (event) => {
  if (moved) return;
  hold(thingAt(event.target));
});

/** Hold a feature until it is held again, or another is. */
function hold(thing) {
  held = sameThing(held, thing) ? null : thing;
  pointed = null;
  lightUp();
}

layers.figures.addEventListener("focusin", (event) => {
  if (event.target.matches(":focus-visible")) {
    held = thingAt(event.target);
    lightUp();
  }
});

// Rules ---------------------------------------------------------------------------------------

const rules = Object.keys(game.rules).sort(new Intl.Collator("en", { numeric: true }).compare);
const anchor = (rule) => `rule-${rules.indexOf(rule)}`;

/** An id of a rule, which leads to the documentation where the page knows of it, else to what the rules say below. */
function ruleLink(rule) {
  const said = game.rules[rule];
  const outside = game.docs && said.page;
  const link = element("a", {
    class: "rule",
    href: outside ? game.docs + said.page : `#${anchor(rule)}`,
    target: outside ? "_blank" : null,
    rel: outside ? "noopener" : null,
    "data-rule": rule,
  }, rule);
  return link;
}

function itemList(items) {
  return element("ul", { class: "items" }, ...items.map(([text, points, rule]) =>
    element("li", {}, element("span", {}, `${text} `, rule ? ruleLink(rule) : ""), element("span", {}, signed(points)))));
}

function saidLines(said) {
  return said.lines.map((line) => element("p", {}, element("code", {}, line)));
}

function showRule(link) {
  const tip = find("rule");
  const said = game.rules[link.dataset.rule];
  tip.replaceChildren(element("p", {}, element("b", {}, link.dataset.rule), said.where ? ` ${said.where}` : ""),
    ...saidLines(said));
  tip.hidden = false;
  const at = link.getBoundingClientRect();
  const below = at.bottom + 6 + tip.offsetHeight < innerHeight;
  tip.style.left = `${Math.max(8, Math.min(at.left, innerWidth - tip.offsetWidth - 8))}px`;
  tip.style.top = `${below ? at.bottom + 6 : Math.max(8, at.top - tip.offsetHeight - 6)}px`;
}

for (const [begin, finish] of [["pointerover", "pointerout"], ["focusin", "focusout"]]) {
  document.addEventListener(begin, (event) => {
    const link = event.target.closest?.("a.rule");
    if (link) showRule(link);
  });
  document.addEventListener(finish, (event) => {
    if (event.target.closest?.("a.rule")) find("rule").hidden = true;
  });
}

document.addEventListener("click", (event) => {
  const link = event.target.closest?.("a.rule");
  if (link?.getAttribute("href").startsWith("#")) find("rulebook").open = true;
});

function writeRulebook() {
  find("rulebook").hidden = !rules.length;
  find("rulebook").querySelector("dl").append(...rules.flatMap((rule) => {
    const said = game.rules[rule];
    const lines = said.lines.flatMap((line) => [element("code", {}, line), element("br")]);
    const page = game.docs && said.page ? element("a", { href: game.docs + said.page }, "documentation") : "";
    return [
      element("dt", { id: anchor(rule) }, rule),
      element("dd", {}, ...lines, element("span", { class: "faint" }, said.where, page ? ", " : ""), page),
    ];
  }));
}

// The log -------------------------------------------------------------------------------------

const lines = [];  // those of each step

function writeLog() {
  const log = find("log");
  game.moments.forEach((moment, at) => {
    lines.push(moment.log.map((entry) => {
      const text = entry.kind === "award" ? [element("b", {}, entry.text), itemList(entry.items)] : [entry.text];
      const line = element("li", { class: entry.kind, "data-step": at },
        entry.kind === "turnbegan" ? chip(entry.player, true) : "",
        entry.kind === "turnbegan" ? " " : "",
        ...text,
        entry.rule ? " " : "", entry.rule ? ruleLink(entry.rule) : "");
      if (entry.segment !== undefined) line.dataset.number = entry.segment;
      if (entry.cell !== undefined) line.dataset.at = entry.cell;
      log.append(line);
      return line;
    }));
  });
  log.addEventListener("click", (event) => {
    const line = event.target.closest("li[data-step]");
    if (line && !event.target.closest("a")) go(Number(line.dataset.step));
  });
  log.addEventListener("pointerover", (event) => {
    const line = event.target.closest("li[data-step]");
    if (!line || event.pointerType === "touch") return;
    pointed = line.dataset.number !== undefined ? { segment: Number(line.dataset.number) }
      : line.dataset.at !== undefined ? { cell: line.dataset.at } : null;
    lightUp();
  });
  log.addEventListener("pointerleave", () => {
    pointed = null;
    lightUp();
  });
}

function showLog(before) {
  const from = before < 0 ? 0 : Math.min(before, step);
  const to = before < 0 ? end : Math.max(before, step);
  for (let at = from; at <= to; at++) {
    for (const line of lines[at]) {
      line.classList.toggle("later", at > step);
      line.classList.toggle("here", at === step);
    }
  }
  cancelAnimationFrame(scrolling);
  scrolling = requestAnimationFrame(scrollLog);
}

let scrolling = 0;

/** Bring what happened at this step into view. */
function scrollLog() {
  const log = find("log");
  const here = lines[step];
  if (!here.length) return;
  const [first, last] = [here[0], here.at(-1)];
  const bottom = last.offsetTop + last.offsetHeight;
  if (first.offsetTop < log.scrollTop || bottom > log.scrollTop + log.clientHeight) {
    log.scrollTop = Math.min(first.offsetTop - 40, bottom - log.clientHeight / 2);
  }
}

// Players, track, what comes -----------------------------------------------------------------

function showNow() {
  const now = state.now;
  const made = [];
  const drawnTile = now.get("drawn");
  if (drawnTile.length) {
    const svg = icon(drawnTile[1], "0 0 100 100");
    svg.append(drawn("title", {}, drawnTile[0]));
    made.push(svg);
  }
  const winners = now.get("winners");
  const head = now.get("over") ? `The game is over${winners.length ? `: ${named(winners)} won` : ""}`
    : now.get("who") < 0 ? "Chance" : `${game.players[now.get("who")].name}: ${now.get("about")}`;
  const below = [drawnTile.length ? drawnTile[0] : "", now.get("over") ? "" : `${several(now.get("left"), "tile")} left`];
  made.push(element("div", {}, element("p", {}, element("b", {}, head)),
    element("p", { class: "faint" }, below.filter(Boolean).join(", "))));
  find("now").replaceChildren(...made);
}

function showPlayers() {
  const now = state.now;
  const gains = game.players.map(() => 0);
  for (const entry of game.moments[step].log) if (entry.kind === "award") gains[entry.player] += entry.points;
  find("players").replaceChildren(...game.players.map((player, number) => {
    const { score, supply, tokens, hand = [] } = state.players.get(String(number));
    const stock = [...supply, ...tokens].map(([name, part, count]) =>
      element("span", { class: count ? null : "none", title: name }, icon(part), String(count)));
    stock.push(...hand.map(([name, part]) => element("span", { title: `in hand: ${name}` }, icon(part, "0 0 100 100"))));
    return element("div", { class: now.get("active") === number && !now.get("over") ? "player active" : "player" },
      chip(number),
      element("b", { title: player.name }, player.name, now.get("winners").includes(number) ? " ★" : ""),
      element("span", { class: "gain" }, gains[number] ? signed(gains[number]) : ""),
      element("span", { class: "score", "data-player": player.name }, String(score)),
      element("span", { class: "stock" }, ...stock));
  }));
}

const IN_A_ROW = 25;
const spaces = [];

function makeTrack() {
  const track = find("track");
  if (game.spaces < 2 || game.spaces > 200) {
    track.hidden = true;
    return;
  }
  const row = element("div", { class: "spaces", "aria-hidden": "true" });
  for (let space = 0; space < game.spaces; space++) {
    const made = element("div", { class: space % 5 ? "space" : "space round", "data-space": space });
    spaces.push(made);
    row.append(made);
  }
  track.append(row);
}

function showTrack() {
  if (!spaces.length) return;
  const standing = new Map();
  game.players.forEach((player, number) => {
    for (const [figureName, part, points] of state.players.get(String(number)).track) {
      const space = ((points % game.spaces) + game.spaces) % game.spaces;
      if (!standing.has(space)) standing.set(space, []);
      standing.get(space).push([`${player.name}${figureName ? `'s ${figureName}` : ""}: ${points}`, part]);
    }
  });
  spaces.forEach((made, space) => {
    const those = standing.get(space) ?? [];
    made.replaceChildren(element("small", {}, space % 5 ? "" : String(space)), ...those.map(([title, part], nth) => {
      const svg = icon(part);
      svg.append(drawn("title", {}, title));
      const made = element("div", {}, svg);
      const [off, wide] = [nth - (those.length - 1) / 2, (those.length - 1) / 2];
      const shift = space % IN_A_ROW === 0 ? wide : space % IN_A_ROW === IN_A_ROW - 1 ? -wide : 0;
      made.style.transform = `translate(${(off + shift) * 8}px, ${those.length > 1 ? (nth % 2 ? 4 : -4) : 0}px)`;
      return made;
    }));
  });
}

// Steps ---------------------------------------------------------------------------------------

/** Show a step; those beyond the ends are the first and the last. */
function go(wanted, { quiet = false } = {}) {
  const before = step;
  step = Math.max(0, Math.min(end, wanted));
  if (step === before) return;
  state = stateAt(step);
  featureParts = gathered();
  showBoard();
  look();
  showNow();
  showPlayers();
  showTrack();
  showLog(before);
  lightUp();
  find("slider").value = step;
  find("slider").setAttribute("aria-valuetext", `${step} of ${end}`);
  find("at").textContent = `${step} / ${end}`;
  for (const name of ["first", "back"]) find(name).disabled = step === 0;
  for (const name of ["on", "end"]) find(name).disabled = step === end;
  if (!quiet) find("said").textContent = game.moments[step].log.map((entry) => entry.text).join("; ");
  remember();
}

/** The step before or after this one at which a turn begins. */
function turn(way) {
  for (let at = step + way; at > 0 && at < end; at += way) {
    if (game.moments[at].log.some((entry) => entry.kind === "turnbegan")) return at;
  }
  return way < 0 ? 0 : end;
}

let timer = null;

function play(isOn) {
  clearTimeout(timer);
  timer = null;
  if (isOn) {
    if (step === end) go(0, { quiet: true });
    const next = () => {
      go(step + 1, { quiet: true });
      if (step === end) play(false);
      else timer = setTimeout(next, PLAYED * Number(find("speed").value));
    };
    timer = setTimeout(next, PLAYED * Number(find("speed").value));
  }
  find("play").classList.toggle("on", isOn);
  find("play").setAttribute("aria-label", isOn ? "Pause" : "Play");
}

let remembering = 0;

/** Keep the step in the address once it stays, so that it can be sent. */
function remember() {
  clearTimeout(remembering);
  remembering = setTimeout(() => {
    try {
      history.replaceState(null, "", `#step=${step}`);
    } catch {
      // a page inside another one may have no address
    }
  }, 300);
}

function asked() {
  const found = /^#step=(\d+)$/.exec(location.hash);
  return found ? Number(found[1]) : null;
}

const stop = (act) => () => {
  play(false);
  act();
};

const KEYS = {
  ArrowLeft: stop(() => go(step - 1)),
  ArrowRight: stop(() => go(step + 1)),
  PageUp: stop(() => go(turn(-1))),
  PageDown: stop(() => go(turn(1))),
  Home: stop(() => go(0)),
  End: stop(() => go(end)),
  " ": () => play(timer === null),
  "+": () => zoom(1.3),
  "-": () => zoom(1 / 1.3),
  0: showWhole,
  t: () => setTheme(theme === "dark" ? "light" : "dark"),
  Escape: () => {
    held = pointed = null;
    document.activeElement?.blur();
    lightUp();
  },
};

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const target = event.target;
  if (target.matches("select") || (target.closest("#log") && event.key.startsWith("Page"))) return;
  const presses = event.key === " " || event.key === "Enter";
  if (presses && target.matches("button, a, summary, [type=checkbox]")) return;
  if (presses && target.matches("#figures > g")) {
    event.preventDefault();
    hold(thingAt(target));
    return;
  }
  const act = KEYS[event.key.length === 1 ? event.key.toLowerCase() : event.key];
  if (act) {
    event.preventDefault();
    act();
  }
});

for (const [id, act] of Object.entries({
  first: KEYS.Home, back: KEYS.ArrowLeft, on: KEYS.ArrowRight, end: KEYS.End, play: KEYS[" "],
  nearer: KEYS["+"], farther: KEYS["-"], whole: showWhole, theme: KEYS.t,
})) find(id).addEventListener("click", act);

find("slider").addEventListener("input", stop(() => go(Number(find("slider").value))));
find("points").addEventListener("change", () => find("log").classList.toggle("points", find("points").checked));
addEventListener("resize", () => {
  measure();
  look();
});
addEventListener("hashchange", () => {
  const wanted = asked();
  if (wanted !== null) go(wanted);
});

// Light and dark ------------------------------------------------------------------------------

const dark = matchMedia("(prefers-color-scheme: dark)");
let theme = "";

function setTheme(wanted) {
  theme = wanted;
  document.documentElement.dataset.theme = theme;
  find("theme").textContent = theme === "dark" ? "Light" : "Dark";
  find("parts").replaceChildren(find(theme).content.cloneNode(true));
  for (const name of ["tiles", "tokens", "links", "figures"]) {
    layers[name].replaceChildren();
    shown[name].clear();
  }
  if (step >= 0) {
    showBoard();
    showNow();
    showPlayers();
    showTrack();
    lightUp();
  }
}

dark.addEventListener("change", () => setTheme(dark.matches ? "dark" : "light"));

// Begin ---------------------------------------------------------------------------------------

find("slider").max = end;
writeRulebook();
writeLog();
makeTrack();
measure();
setTheme(dark.matches ? "dark" : "light");
go(asked() ?? 0);
