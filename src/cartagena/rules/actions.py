"""The numbers of actions.

An action is ``64 * row + bit``. In most rows the bit is the place of the pirate that moves, so that
the legal actions of a row are one mask, computed without a loop over spaces. The row TABLE holds the
moves that name no place. Its bits are listed here.
"""

from cartagena.rules.components import KINDS, SEATS

TABLE = 0
RETREAT = 1
ADVANCE = 2  # + kind of card, also for the second card of a hook and the symbol of parrots
MORGAN = ADVANCE + KINDS  # + seat whose pirate moves
OPEN_CHEST = MORGAN + SEATS  # + 1 if the chest card is dark
ROWS = OPEN_CHEST + 2
ACTIONS = 64 * ROWS
MAX_ACTIONS = 512
"""Upper bound on the number of legal actions."""

# Bits of the row TABLE.
PASS, SKIP, SAIL = range(3)
SPELL_RUM = 3  # + 1 if dark, like every spell below
SPELL_LANTERN = 5
SPELL_HOOK = 7
SPELL_PARROTS = 9  # + number of dark parrots
SPELL_WEAPONS = 12  # + seat, + 5 if dark
CHOOSE = 22  # + kind of card to take, keep, give, put back or discard: see the pending decision

# A choice is an action together with everything that its name depends on: the pirate's target, the
# pending decision and the other seat concerned. Target and seat are stored plus one, so that "none"
# is 0.
ACTION_MASK = 0xFFF
TARGET_SHIFT = 12
PENDING_SHIFT = 18
OTHER_SHIFT = 22
