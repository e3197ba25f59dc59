"""Actions as small whole numbers, and the legal ones as rows of masks.

An action is ``64 * row + bit``. For most rows the bit is the place of the pirate that moves, so
the legal actions of a whole row are one mask, found without a loop over spaces. The row TABLE
holds the moves that name no place; its bits are listed here.
"""

from cartagena.rules.components import KINDS, SEATS

TABLE = 0
RETREAT = 1
ADVANCE = 2  # + kind of card; also the second card of a hook and the symbol of a parrot pair
MORGAN = ADVANCE + KINDS  # + seat whose pirate is moved
OPEN_CHEST = MORGAN + SEATS  # + 1 if the chest card is dark
ROWS = OPEN_CHEST + 2
ACTIONS = 64 * ROWS
MAX_ACTIONS = 512
"""More than can be legal at once."""

# Bits of the row TABLE.
PASS, SKIP, SAIL = range(3)
SPELL_RUM = 3  # + 1 if dark, as in every spell below
SPELL_LANTERN = 5
SPELL_HOOK = 7
SPELL_PARROTS = 9  # + how many of the two are dark
SPELL_WEAPONS = 12  # + seat, + 5 if dark
CHOOSE = 22  # + kind: take, keep, give, put back or discard it, as the pending decision says

# A choice is an action together with what its name depends on: the pirate's target, the pending
# decision and the other seat concerned, the first and last plus one so that none is 0.
ACTION_MASK = 0xFFF
TARGET_SHIFT = 12
PENDING_SHIFT = 18
OTHER_SHIFT = 22
