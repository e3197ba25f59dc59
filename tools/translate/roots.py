"""The functions and classes that are translated, and those that the browser has itself."""

from typing import Final

ROOTS: Final = (
    "cartagena.server.tables.create:new_table",
    "cartagena.server.entropy:Entropy",
    "cartagena.server.tables.create:quick_start",
    "cartagena.server.tables.create:rematch",
    "cartagena.server.tables.create:daily_table",
    "cartagena.daily.deal:open_seed",
    "cartagena.daily.rivals:rival_move",
    "cartagena.daily.result:result_of",
    "cartagena.server.tables.positions:new_table",
    "cartagena.server.tables.positions:read_position",
    "cartagena.server.tables.positions:finished_game",
    "cartagena.server.tables.positions:game_after",
    "cartagena.server.tables.positions:rematch_from_position",
    "cartagena.server.tables.seats:start",
    "cartagena.server.tables.seats:contribute",
    "cartagena.server.tables.moves:play",
    "cartagena.server.tables.moves:undo",
    "cartagena.server.tables.moves:end_turn",
    "cartagena.server.tables.moves:bot_move",
    "cartagena.server.tables.moves:forced_step",
    "cartagena.server.tables.moves:time_out",
    "cartagena.server.tables.reducer:reduce_event",
    "cartagena.server.tables.reducer:replay_events",
    "cartagena.server.tables.views:EventView",
    "cartagena.server.tables.views:snapshot",
    "cartagena.server.tables.views:table_info",
    "cartagena.server.tables.replay:steps",
    "cartagena.server.tables.analysis_board:explore",
    "cartagena.server.tables.analysis_board:advised_game",
    "cartagena.server.tables.events:Started",
    "cartagena.server.tables.events:Entry",
    "cartagena.protocol.requests:QuickStart",
    "cartagena.protocol.requests:Play",
    "cartagena.protocol.requests:Undo",
    "cartagena.protocol.requests:EndTurn",
    "cartagena.server.storage.identities:Identity",
    "cartagena.server.engine.tasks:find_hint",
    "cartagena.server.engine.tasks:rate_moves",
    "cartagena.analysis.analyse:Examination",
    "cartagena.analysis.analyse:Findings",
    "cartagena.analysis.analyse:BetterMove",
    "cartagena.analysis.evaluator:Estimate",
    "cartagena.bots.families:family",
    "cartagena.bots.legend:net_name",
    "cartagena.rules.chance.seeds:derive_seed",
    "cartagena.rules.notation.position.possible:possible_position",
    "cartagena.server.history:_summarize",
    "cartagena.server.history:add_up",
    "cartagena.server.storage.results:TotalRow",
    "cartagena.server.tables.records:read_record",
    "cartagena.server.tables.records:first_events",
    "cartagena.server.scheduler:pace_of",
    "cartagena.server.http.problems:document",
    "cartagena.server.tables.seats:join",
    "cartagena.server.tables.seats:leave",
    "cartagena.server.tables.seats:set_seat",
    "cartagena.server.tables.seats:return_to",
    "cartagena.server.tables.seats:note_rematch",
    "cartagena.server.tables.moves:pause",
    "cartagena.server.tables.owner_actions:close",
    "cartagena.protocol.finished:AnalysisState",
    "cartagena.protocol.requests:Contribute",
    "cartagena.protocol.requests:Join",
    "cartagena.protocol.requests:SetSeat",
    "cartagena.protocol.requests:Pause",
    "cartagena.protocol.people:FinishedGames",
    "cartagena.protocol.table:Acknowledgement",
    "cartagena.server.errors:NotFound",
    "cartagena.server.tables.decisions:handled_request",
    "cartagena.analysis.moments:decisive_moments",
    "cartagena.analysis.report:document",
    "cartagena.bots.net.network:Net",
    "cartagena.bots.bot:Budget",
    "cartagena.bots.bot:budget_for",
    "cartagena.bots.search.tree:Edges",
    "cartagena.bots.search.tree_search:SearchResult",
    "cartagena.bots.search.tree_search:merge_trees",
    "cartagena.bots.view:View",
)

METHODS: Final = (
    *(
        "for_identity",
        "seats_of",
        "record",
        "due_at",
        "bot_to_move",
        "forced_step",
        "people",
        "status",
    ),
    *(
        "choose",
        "replay",
        "position",
        "moves_made",
        "view",
        "legal_moves",
        "decider",
        "detail",
        "analysis",
        "examine",
        "earlier_search",
        "choose_from",
        "known_edges",
        "run_tree",
        "search_for",
    ),
)
"""Methods that are called from JavaScript."""

KERNELS: Final = tuple(
    f"cartagena.rules.batch:{name}"
    for name in ("prepare", "deal", "apply", "write_view", "write_sample")
)
"""The kernels that `Game` imports when the first game begins."""

RUNTIME_MODULES: Final = (
    "math",
    "secrets",
    "copy",
    "collections",
    "time",
    "random",
    "_bisect",
    "itertools",
    "functools",
    "dataclasses",
)
"""Modules of Python whose functions the runtime has under the same names."""

EXTERNAL: Final[dict[str, str]] = {
    "cartagena.bots.legend:net_named": "host.netNamed",
    "cartagena.bots.registry:create": "host.createBot",
    "cartagena.bots.registry:names": "host.botNames",
    "cartagena.game:_kernels": "host.kernels",
    "cartagena.analysis.parallel:in_parallel": "py.map",
    "cartagena.server.tables.sanitize:clean_name": "host.cleanName",
    "cartagena.daily.rivals:SplitMix": "py.Random",
    "difflib:SequenceMatcher": "py.SequenceMatcher",
    "unicodedata:normalize": "py.normalize",
    "_hashlib:openssl_sha256": "py.sha256",
    "_blake2:blake2b": "py.blake2b",
    "hmac:digest": "py.hmac",
    "msgspec._core:json_encode": "host.encode",
    "re:split": "py.reSplit",
    "re:sub": "py.reSub",
    "builtins:frozenset": "py.set",
    "concurrent.futures.thread:ThreadPoolExecutor": "host.noThreads",
    **{f"collections.abc:{name}": f"py.{name}" for name in ("Mapping", "Sequence", "Iterable")},
}

EVALUATED: Final = (
    "cartagena.analysis.evaluator:temperatures",
    "cartagena.bots.handicap:strengths",
    "cartagena.bots.search.tree_search:_weights",
    "cartagena.bots.search.turn_search:_weights",
)
"""Functions that read files or compute tables. Their result is written instead of them."""

SKIPPED: Final = frozenset(
    f"cartagena.game:Game.{name}" for name in ("text", "svg", "_repr_svg_", "__str__", "route")
) | {"cartagena.bots.legend:Legend.evaluate_actions"}
"""Methods that draw pictures, which the browser does itself."""
