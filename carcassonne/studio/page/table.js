// The table of the studio: a game that plays itself.
import { whenChosen } from "./options.js";
import { ask, currentChoices, currentFile, element, findingNode, isDark, picture, tip } from "./studio.js";

const PAUSES = [1200, 600, 250, 80, 0];
const AT_ONCE = 25, MOST_LINES = 3000;

const $ = (id) => document.getElementById(id);
const dark = matchMedia("(prefers-color-scheme: dark)");

let table = 0, events = 0;
let isOver = true, isPlaying = false, isOpen = false;
let gameFile = 0, round = 0;    // whose game it is; the number of the game, so that late answers are dropped
let coming = 0;                 // the number of the game that was asked for and has not come
let steps = 0, isAsked = false; // decisions to ask for, and whether to ask, once the answer before is there
let talk = null;                // the asking that goes on
let run = 0;                    // the number of the loop that plays

export function openTable() {
  isOpen = true;
  if ((!table && !coming) || gameFile !== currentFile()) begin();
}

export function tableFileChanged(file) {
  if (!isOpen) return;
  const isSeen = $("table-tab").getAttribute("aria-selected") === "true";
  if ((file !== gameFile && isSeen) || (!table && !coming)) begin();
  else goOn(0);
}

async function begin() {
  if (!$("seed").checkValidity() || !$("seed").value || !currentFile()) return;
  pause();
  const mine = coming = ++round;
  table = steps = 0;
  isOver = true;
  isAsked = false;
  buttons();
  gameFile = currentFile();
  const asked = {
    file: gameFile, players: $("players").value, seed: $("seed").value, own: $("own").checked ? 1 : 0, dark: isDark(),
    choices: currentChoices(),
  };
  try {
    const said = await ask("table", asked, "POST");
    if (mine !== round) return;
    $("log").replaceChildren();
    events = coming = 0;
    show(said);
    if (asked.dark !== isDark()) goOn(0);
  } catch (error) {
    if (mine !== round) return;
    coming = 0;
    refuse({ refused: error.message, findings: [] });
  }
}

// Asks for some decisions, one request after the other: what comes in while an answer is awaited waits for it.
function goOn(decisions) {
  steps += decisions;
  isAsked = true;
  talk ??= talkOn().finally(() => { talk = null; });
  return talk;
}

async function talkOn() {
  while (isAsked && table) {
    const mine = round, asked = { table, decisions: steps, since: events, dark: isDark() };
    steps = 0;
    isAsked = false;
    try {
      const said = await ask("table/go-on", asked, "POST");
      if (mine !== round) continue;
      show(said);
      if (asked.dark !== isDark()) isAsked = true;
    } catch (error) {
      if (mine !== round) continue;
      pause();
      steps = 0;
      trouble(error.message);
    }
  }
}

function refuse(said) {
  table = 0;
  isOver = true;
  $("refused").hidden = false;
  $("refused").replaceChildren(element("h2", "This cannot be played yet"), element("p", said.refused),
    ...said.findings.map((finding) => findingNode(finding)));
  for (const id of ["board", "scores", "log"]) $(id).replaceChildren();
  $("facts").textContent = "";
  trouble("");
  $("changed").hidden = true;
  buttons();
}

function trouble(text) {
  $("fault").textContent = text;
  $("fault").hidden = !text;
}

function show(said) {
  if (said.refused) { refuse(said); return; }
  $("refused").hidden = true;
  table = said.table;
  isOver = said.over || said.fault !== "";
  $("board").replaceChildren(picture(said.board));
  $("own-row").hidden = !said.has_others;
  $("changed").hidden = !said.is_old;
  trouble(said.fault);
  $("facts").textContent = facts(said);
  $("scores").replaceChildren(...said.players.map((player, number) => scoreNode(player, number === said.player)));
  const log = $("log"), isAtEnd = log.scrollTop + log.clientHeight >= log.scrollHeight - 30;
  log.append(...said.log.map((line) => element("li", line.trim(), line.startsWith(" ") ? "" : "head")));
  while (log.childElementCount > MOST_LINES) log.firstElementChild.remove();
  if (isAtEnd) log.scrollTop = log.scrollHeight;
  events = said.events;
  document.body.dataset.table = said.table;
  document.body.dataset.decisions = said.decisions;
  document.body.dataset.over = said.over;
  if (isOver) pause();
  buttons();
}

function facts(said) {
  const tiles = `${said.left} ${said.left === 1 ? "tile" : "tiles"} left`;
  if (said.over) return `The game is over after ${said.decisions} decisions.`;
  if (said.drawn) return `${said.drawn} · ${tiles}`;
  return tiles;
}

function scoreNode(player, isToMove) {
  const node = element("li", "", isToMove ? "to-move" : "");
  const chip = element("span", player.name.slice(0, 1), "chip");
  chip.style.background = player.colour;
  chip.style.color = player.ink;
  const supply = Object.entries(player.supply).map(([figure, count]) => `${count} ${figure}`).join(", ");
  node.append(chip, element("span", player.wins ? `${player.name} wins` : player.name), element("b", String(player.score)));
  node.append(element("small", supply && `in hand: ${supply}`));
  return node;
}

function buttons() {
  const isReady = table > 0 && !isOver;
  for (const id of ["play", "step", "finish"]) $(id).disabled = !isReady;
  $("play").textContent = isPlaying ? "Pause" : "Play";
}

function pause() {
  isPlaying = false;
  buttons();
}

async function play(decisions, pauseOf) {
  if (isPlaying || isOver) return;
  isPlaying = true;
  buttons();
  const mine = ++run;
  while (isPlaying && mine === run && !isOver) {
    await goOn(decisions);
    await new Promise((done) => setTimeout(done, pauseOf()));
  }
}

function newSeed() {
  $("seed").value = crypto.getRandomValues(new Uint32Array(1))[0];
  begin();
}

const toggle = () => (isPlaying ? pause() : play(1, () => PAUSES[$("speed").value]));
const finish = () => { pause(); play(AT_ONCE, () => 0); };

$("play").addEventListener("click", toggle);
$("step").addEventListener("click", () => { pause(); goOn(1); });
$("finish").addEventListener("click", finish);
$("new-seed").addEventListener("click", newSeed);
$("again").addEventListener("click", begin);
$("setup").addEventListener("submit", (event) => { event.preventDefault(); begin(); });
for (const id of ["players", "seed", "own"]) $(id).addEventListener("change", begin);
dark.addEventListener("change", () => goOn(0));
whenChosen(() => { if (isOpen) begin(); });

function say(event) {
  const part = event.target.closest("[data-figure], [data-segment], [data-token]");
  const said = part?.dataset;
  if (!said) tip(null);
  else if (said.figure) tip(event, [`${said.owner ? `${said.owner}'s ` : ""}${said.figure}`, said.segment]);
  else tip(event, [said.segment ?? said.token, part.closest("[data-tile]")?.dataset.tile ?? ""]);
}

$("board").addEventListener("pointermove", say);
$("board").addEventListener("click", (event) => { if (event.pointerType === "touch") say(event); });
$("board").addEventListener("pointerleave", () => tip(null));

document.addEventListener("keydown", (event) => {
  const isElsewhere = $("table-tab").getAttribute("aria-selected") !== "true";
  if (isElsewhere || event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input, select, #log")) return;
  const isButton = event.target.closest("button, summary") !== null;
  if (event.key === " " && !isButton) toggle();
  else if (event.key === "ArrowRight") { pause(); goOn(1); }
  else if (event.key === "End") finish();
  else if (event.key.toLowerCase() === "n") newSeed();
  else return;
  event.preventDefault();
});
