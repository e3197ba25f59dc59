// Plays a table through the server, for all seats of this screen, until a move of the wanted kind
// is legal, and returns that move. "over" plays to the end. The kinds are those of docs/notation.md;
// "captain" is a free sail, "dark" a dark card. It prefers what leads there.
async ({ table, until, seed }) => {
  let word = seed;
  const chance = () => {
    word = (Math.imul(word, 1664525) + 1013904223) >>> 0;
    return word / 2 ** 32;
  };
  const any = (found) => found[Math.floor(chance() * found.length)];
  const SPELLS = {
    weapons: /^weapons\*?!/,
    rum: /^rum\*?!/,
    lantern: /^lantern\*?!/,
    parrots: /^parrot\*?\+/,
    hook: /^hook\*?!/,
    chest: /^chest\*?!/,
  };
  const FORMS = {
    ...SPELLS,
    retreat: /^back /,
    morgan: /^morgan /,
    sail: /^sail$/,
    captain: /^sail$/,
    pass: /^pass$/,
    skip: /^skip$/,
    take: /^take /,
    keep: /^keep /,
    give: /^give /,
    put: /^put /,
    as: /^as /,
    with: /^with /,
    discard: /^discard /,
    dark: /^\w+\* \w+-/,
    advance: /^(?!back|morgan|as|with)\w+ \w+-/,
  };
  const GAIN = /^(back|morgan|skip)/;
  const LEADS = {
    take: [SPELLS.weapons, GAIN],
    keep: [SPELLS.rum, SPELLS.lantern, GAIN],
    give: [/^keep/, SPELLS.rum, GAIN],
    put: [/^keep/, SPELLS.lantern, GAIN],
    as: [SPELLS.parrots, GAIN],
    with: [SPELLS.hook, GAIN],
    discard: [/^\w+\* /, /^back|^morgan/, /^skip/],
    skip: [FORMS.advance, /^pass/],
    over: [FORMS.advance, GAIN],
    sail: [/-sloop$/, FORMS.advance],
    captain: [/-sloop$/, FORMS.advance, /^sail$/],
    chest: [FORMS.advance],
  };
  const ask = async (path, body) => {
    const answer = await fetch(`/api/v1/tables/${table}${path}`, {
      method: body ? "POST" : "GET",
      headers: { "content-type": "application/json" },
      body: body && JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(await answer.text());
    return answer.json();
  };
  for (let made = 0; made < 3000; made++) {
    const { legal, expected_seq, views, table: told } = await ask("");
    if (told.status === "finished") {
      if (until === "over") return "over";
      throw new Error(`the game ended before ${until}`);
    }
    if (!legal.length) continue; // the server makes the last step of a spell
    const free = views.some((view) => view.free_sail);
    const there = legal.filter(
      (move) => FORMS[until]?.test(move) && (until !== "captain" || free) && (until !== "sail" || !free),
    );
    if (there.length) return any(there);
    const ways = (LEADS[until] ?? [GAIN]).map((form) => legal.filter((move) => form.test(move)));
    const way = chance() < 0.85 ? ways.find((moves) => moves.length) : undefined;
    await ask("/moves", { move: any(way ?? legal), expected_seq, key: crypto.randomUUID() });
  }
  throw new Error(`${until} never came`);
};
