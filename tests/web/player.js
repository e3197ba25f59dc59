// Plays by pressing what is lit, as a person would, only faster: this many decisions, or until the
// game is over. Returns the kinds of decisions made. It reads nothing but the page.
async ({ seed, most }) => {
  let word = seed;
  const chance = () => {
    word = (word + 0x6d2b79f5) | 0;
    let mixed = Math.imul(word ^ (word >>> 15), 1 | word);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const all = (selector) => [...document.querySelectorAll(selector)];
  const any = (found) => found[Math.floor(chance() * found.length)];
  const breath = () =>
    new Promise((done) => {
      const channel = new MessageChannel();
      channel.port1.onmessage = done;
      channel.port2.postMessage(0);
    });
  // The page draws once per frame, so highlights may appear a moment after the press.
  const lit = async (selector) => {
    for (let waited = 0; waited < 500; waited++) {
      const found = all(selector);
      if (found.length) return found;
      await new Promise((done) => setTimeout(done, 4));
    }
    throw new Error(`nothing lit ${selector}: ${document.querySelector(".controls")?.textContent}`);
  };
  const press = async (element) => {
    element.dispatchEvent(new MouseEvent("click", { bubbles: true }));
    await breath();
  };
  // Mostly the pirate that is furthest behind, so that a game does not take long.
  const behind = (pirates) => {
    const place = (pirate) => (pirate.dataset.place === "jail" ? 0 : Number(pirate.dataset.place) || 99);
    const first = Math.min(...pirates.map(place));
    return chance() < 0.7 ? pirates.filter((pirate) => place(pirate) === first) : pirates;
  };
  const USABLE = ".hand .card-button:not([aria-disabled])";

  async function choose(panel) {
    const kind = panel.dataset.choice;
    await press(any([...panel.querySelectorAll(".card-button:not([aria-disabled])")]));
    if (kind === "as") await press(any(await lit(".pirate.movable")));
    return kind;
  }

  async function run() {
    await press(any(all(USABLE)));
    await lit(".buttons .spell, .pirate.movable");
    const spells = all(".buttons .spell");
    const pirates = all(".pirate.movable");
    if (spells.length && (!pirates.length || chance() < 0.4)) {
      await press(any(spells));
      return "spell";
    }
    await press(any(behind(pirates)));
    return "advance";
  }

  async function gain() {
    await press(any(all(".pirate.movable")));
    await lit(".target .gain-badge, .buttons .move-button, .buttons .spell");
    const coins = all(".target .gain-badge");
    await press(any(coins.length ? coins : all(".buttons .move-button, .buttons .spell")));
    return coins.length ? "gain" : "advance";
  }

  function decide() {
    const panel = document.querySelector(".choice");
    if (panel) return choose(panel);
    const sail = document.querySelector(".buttons .sail");
    if (sail && chance() < 0.4) return press(sail).then(() => "sail");
    if (all(USABLE).length && chance() < (all(".hand .card-button").length < 2 ? 0.3 : 0.9)) return run();
    if (all(".pirate.movable").length) return gain();
    return press(any(all(".buttons .pass, .buttons .skip"))).then(() => "pass");
  }

  const table = () => document.querySelector(".table");
  const kinds = new Set();
  for (let made = 0; made < most; made++) {
    const end = Date.now() + 120_000;
    while (!document.querySelector(".controls.finished, .turn-line.ours") || table().classList.contains("busy")) {
      if (Date.now() > end) throw new Error("the others did not move in two minutes");
      await new Promise((done) => setTimeout(done, 4));
    }
    if (document.querySelector(".controls.finished")) break;
    const cover = document.querySelector(".covered-hand button");
    if (cover) await press(cover);
    const before = table().dataset.expected_seq;
    kinds.add(await decide());
    for (let waited = 0; table().dataset.expected_seq === before; waited++) {
      if (waited > 4000) throw new Error(`nothing came of it: ${document.querySelector(".controls")?.textContent}`);
      await new Promise((done) => setTimeout(done, 4));
    }
  }
  return [...kinds];
};
