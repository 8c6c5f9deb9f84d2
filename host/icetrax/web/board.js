"use strict";

// The page draws nothing itself: positions come as SVG, with a transparent square for each space that can be played on,
// and with the tiles that each move would bring. All rules are the server's.

const SVG = "http://www.w3.org/2000/svg";
const TILE = 40; // size of a tile in the picture
const RIM = 30; // where column 0 and row 0 begin
const STEP_MS = 250; // between one forced tile and the next

const element = (id) => document.getElementById(id);
let position = null;

// -- the server --

const events = new EventSource("events");
events.addEventListener("position", (event) => showPosition(JSON.parse(event.data)));
events.addEventListener("thoughts", (event) => showThoughts(JSON.parse(event.data)));
events.addEventListener("error", () => { element("status").textContent = "the server does not answer"; });

async function ask(wish, content) {
  let complaint = "";
  try {
    const response = await fetch(wish, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(content),
    });
    if (!response.ok) complaint = (await response.json()).error;
  } catch {
    complaint = "the server does not answer";
  }
  element("complaint").textContent = complaint;
  return complaint === "";
}

const play = (move) => ask("move", { move, plies: position.plies });

// -- what there is to see --

function showPosition(next) {
  const stepped = position !== null && next.plies > position.plies;
  const asBefore = position !== null && next.svg === position.svg;
  position = next;
  closeChooser();
  element("status").textContent = status(next);
  if (!asBefore) {
    element("board").innerHTML = next.svg; // the server's own picture; names of players are never part of it
    if (stepped) animate();
  }
  for (const space of document.querySelectorAll(".space")) prepare(space);
  for (const side of ["white", "red"]) {
    const row = element(side);
    row.classList.toggle("to-move", next.turn === side && next.ending === null);
    row.querySelector(".name").textContent = next.players[side];
    row.querySelector(".won").textContent = next.score[next.players[side]] ?? 0;
  }
  element("moves").replaceChildren(...next.moves.map((move) => {
    const item = document.createElement("li");
    item.textContent = move;
    return item;
  }));
  element("undo").disabled = next.fixed !== null || (next.awaited === null && next.ending === null);
  element("undo").title = next.fixed ?? "";
  element("resign").disabled = next.awaited === null;
  element("typed").elements.move.disabled = next.awaited === null;
  fillForm(next);
}

function status(next) {
  if (next.trouble) return `No game: ${next.trouble}`;
  if (next.ending) return next.ending;
  const howTo = next.plies < 2 ? " Click a space." : "";
  if (next.awaited) return `Turn ${next.plies + 1}: your move, ${next.awaited}.${howTo}`;
  return `Turn ${next.plies + 1}: ${next.players[next.turn]} is thinking for ${next.turn}.`;
}

function showThoughts(thoughts) {
  for (const side of ["white", "red"]) {
    const thought = thoughts[side];
    for (const fact of ["score", "depth", "nodes"]) {
      element(side).querySelector(`.${fact}`).textContent = thought ? thought[fact].toLocaleString("en") : "";
    }
    element(side).querySelector(".best").textContent = thought ? thought.move : "";
  }
}

function animate() {
  for (const part of document.querySelectorAll("#board [data-order]")) {
    part.style.animationDelay = `${part.dataset.order * STEP_MS}ms`;
    part.classList.add("arriving");
  }
}

let filled = "";
function fillForm(next) {
  const wanted = JSON.stringify([next.players, next.variant, next.names]);
  if (wanted === filled) return; // leave alone what the person is about to choose
  filled = wanted;
  const form = element("new").elements;
  const fill = (select, names, chosen) => select.replaceChildren(
    ...names.map((name) => new Option(name, name, name === chosen, name === chosen)));
  fill(form.white, next.names, next.players.white);
  fill(form.red, next.names, next.players.red);
  fill(form.variant, next.variants, next.variant);
}

// -- playing on a space --

function prepare(space) {
  const name = space.dataset.space;
  space.setAttribute("tabindex", "0");
  space.setAttribute("role", "button");
  space.setAttribute("aria-label", `play on ${name}`);
  space.addEventListener("mouseenter", () => preview(position.choices[name][0]));
  space.addEventListener("focus", () => preview(position.choices[name][0]));
  space.addEventListener("mouseleave", () => { if (element("chooser").hidden) clearPreview(); });
  space.addEventListener("click", () => openChooser(space));
  space.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    openChooser(space);
  });
}

function tile(face) {
  const use = document.createElementNS(SVG, "use");
  const definition = document.querySelector(`#board defs g[id$="-${face}"]`);
  use.setAttribute("href", `#${definition.id}`);
  return use;
}

function preview(choice) {
  clearPreview();
  const ghost = document.createElementNS(SVG, "g");
  ghost.setAttribute("class", "ghost");
  for (const [column, row, face] of choice.tiles) {
    const use = tile(face);
    use.setAttribute("x", RIM + TILE * column);
    use.setAttribute("y", RIM + TILE * row);
    ghost.append(use);
  }
  document.querySelector("#board svg").append(ghost);
}

function clearPreview() {
  document.querySelector("#board .ghost")?.remove();
}

function openChooser(space) {
  const chooser = element("chooser");
  chooser.replaceChildren(...position.choices[space.dataset.space].map((choice) => {
    const button = document.createElement("button");
    button.type = "button";
    button.dataset.move = choice.move;
    const picture = document.createElementNS(SVG, "svg");
    picture.setAttribute("width", TILE);
    picture.setAttribute("height", TILE);
    picture.setAttribute("aria-hidden", "true");
    picture.append(tile(choice.tiles[0][2]));
    button.append(picture, choice.move);
    for (const event of ["mouseenter", "focus"]) button.addEventListener(event, () => preview(choice));
    button.addEventListener("click", () => play(choice.move));
    return button;
  }));
  const here = space.getBoundingClientRect();
  const table = chooser.parentElement.getBoundingClientRect();
  chooser.hidden = false;
  chooser.style.left = `${Math.max(0, Math.min(here.left - table.left, table.width - chooser.offsetWidth))}px`;
  chooser.style.top = `${here.bottom - table.top + 4}px`;
  chooser.firstElementChild.focus();
}

function closeChooser() {
  element("chooser").hidden = true;
  if (position !== null) clearPreview();
}

document.addEventListener("keydown", (event) => { if (event.key === "Escape") closeChooser(); });
document.addEventListener("click", (event) => {
  if (!event.target.closest(".space, #chooser")) closeChooser();
});

// -- forms and buttons --

element("typed").addEventListener("submit", async (event) => {
  event.preventDefault();
  const input = event.target.elements.move;
  if (await play(input.value)) input.value = "";
});
element("undo").addEventListener("click", () => ask("undo", {}));
element("resign").addEventListener("click", () => ask("resign", {}));
element("new").addEventListener("submit", (event) => {
  event.preventDefault();
  const { white, red, variant } = event.target.elements;
  ask("new", { white: white.value, red: red.value, variant: variant.value });
});
