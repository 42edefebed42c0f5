// The options of a file: what somebody chose of them, and the lists in which it is chosen, alike in both views.
import { element } from "./studio.js";

const LISTS = ["tile-options", "table-options"];
const NUMBER = "-?[0-9]{1,9}", TABLE = "[0-9]{1,6}:[0-9]{1,6}( [0-9]{1,6}:[0-9]{1,6}){0,49}";

const $ = (id) => document.getElementById(id);
const chosen = new Map();       // for each file its choices: names with values
const listeners = [];
let shownFile = 0, shownOptions = "";

const choicesOf = (file) => chosen.get(file) ?? chosen.set(file, new Map()).get(file);

// As the server reads them.
export const choices = (file) => JSON.stringify([...choicesOf(file)]);

export const whenChosen = (act) => listeners.push(act);

// Shows the options of a file. Where they cannot be read now, those from before stay.
export function showOptions(file, options, dropped) {
  const lost = Object.entries(dropped).filter(([name]) => choicesOf(file).delete(name));
  if (lost.length) tell(lost.map(([, said]) => said));
  if (!options && shownFile === file) return;
  const offered = options ?? [], text = JSON.stringify(offered.map(({ value, ...rest }) => rest));
  if (shownFile !== file || shownOptions !== text) {
    [shownFile, shownOptions] = [file, text];
    fill($("tile-options"), offered.filter((option) => option.tiles));
    fill($("table-options"), offered);
  }
  setValues(new Map(offered.map((option) => [option.name, option])));
}

function tell(lines) {
  $("told").querySelector("ul").append(...lines.map((line) => element("li", line)));
  $("told").hidden = false;
}

$("told").querySelector("button").addEventListener("click", () => {
  $("told").hidden = true;
  $("told").querySelector("ul").replaceChildren();
});

function fill(list, options) {
  list.hidden = !options.length;
  const rows = list.querySelector(".rows"), had = list.contains(document.activeElement) ? document.activeElement : null;
  const modules = new Map();
  for (const option of options) {
    const [module, ...rest] = option.name.split(".");
    if (!modules.has(module)) modules.set(module, [element("h3", module)]);
    modules.get(module).push(row(list.id, option, rest.join(".")));
  }
  rows.replaceChildren(...[...modules.values()].flat());
  const next = had?.name && fieldOf(list, had.name);
  if (!next) return;
  if (next.tagName === had.tagName) next.value = had.value;  // somebody may be writing in it
  next.focus({ preventScroll: true });
}

function row(place, option, name) {
  const made = element("label", "", "option"), field = fieldFor(option);
  const about = element("small", option.about);
  about.id = `${place}-${option.name}`;
  field.name = option.name;
  field.setAttribute("aria-describedby", about.id);
  field.addEventListener("change", () => choose(option, field));
  made.append(element("span", name.replaceAll("_", " ")), field, about);
  return made;
}

function fieldFor(option) {
  if (option.free) {
    const field = element("input");
    field.pattern = [option.free === "number" ? NUMBER : TABLE, ...option.values].join("|");
    field.title = option.free === "number" ? "a whole number" : "a table: from 1 on 1, from 4 on 2 is 1:1 4:2";
    field.required = true;
    field.autocomplete = "off";
    return field;
  }
  const field = element("select");
  field.append(...option.values.map((value) => {
    const made = element("option", value === option.usual ? `${value} (usual)` : value);
    made.value = value;
    return made;
  }));
  return field;
}

const fieldOf = (list, name) => [...list.querySelectorAll("select, input")].find((field) => field.name === name);

function choose(option, field) {
  const value = field.value.trim();
  if (!field.checkValidity()) return;
  const all = choicesOf(shownFile);
  if (value === option.usual) all.delete(option.name);
  else all.set(option.name, value);
  changed();
}

function changed() {
  setValues(null);
  for (const act of listeners) act();
}

// Brings all fields to what is chosen, but for one in which somebody writes.
function setValues(options) {
  const all = choicesOf(shownFile);
  for (const list of LISTS.map($)) {
    for (const field of list.querySelectorAll("select, input")) {
      if (options) field.dataset.usual = options.get(field.name)?.usual ?? field.dataset.usual;
      const value = all.get(field.name) ?? field.dataset.usual;
      field.closest(".option").classList.toggle("chosen", all.has(field.name));
      if (field !== document.activeElement || field.tagName === "SELECT") field.value = value;
    }
    const count = list.querySelectorAll(".chosen").length;
    list.querySelector("summary span").textContent = count ? `${count} changed` : "";
    list.querySelector(".reset").hidden = !count;
  }
}

for (const list of LISTS.map($)) {
  list.querySelector(".reset").addEventListener("click", () => {
    for (const field of list.querySelectorAll("select, input")) choicesOf(shownFile).delete(field.name);
    list.querySelector("summary").focus();
    changed();
  });
}
