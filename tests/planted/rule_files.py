"""Rule files with a wrong line, and what finds it: mostly the laws that the file says itself."""

from __future__ import annotations

from planted import own_laws
from planted.fault import written

written(
    "pennants-count-once.yaml", "A city counts one pennant, however many it shows.", found_by="every pennant counts"
)
written(
    "unfinished-cities-pay-more.yaml",
    "An unfinished city is worth more than a finished one.",
    found_by="finishing pays",
)
written(
    "two-tiles-are-no-city.yaml", "A finished city of two tiles is worth nothing.", found_by="what is finished pays"
)
written("unfinished-inns-pay.yaml", "An unfinished road with an inn is worth something.", found_by="inns are a risk")
written(
    "a-builder-builds-thrice.yaml", "A builder gives three more parts instead of one.", found_by="one more part", size=8
)
written("an-option-does-nothing.yaml", "An option changes nothing.", found_by="options", first=0)
written("a-game-never-ends.yaml", "A phase of the turn is carried out for ever.", found_by="progress")
written("the-witch-rounds-down.yaml", "Half of an odd number of points loses the half point.", found_by="half is left")
written(
    "messages-to-everyone.yaml",
    "A dark space gives every player a message.",
    found_by="only who moves gets a message",
    size=16,
)
written("an-eighth-follower.yaml", "Every player has a follower too many.", found_by="no more than eight")
written(
    "fields-count-unfinished-cities.yaml",
    "Fields are paid for unfinished cities.",
    found_by="only complete cities feed",
)
written(
    "a-monastery-forgets-itself.yaml",
    "A finished monastery does not count itself.",
    found_by="a monastery counts itself",
)
written("points-for-points.yaml", "Points are given for points that are given.", found_by="no crash")
written("gold-is-squared.yaml", "Gold is worth its number for each.", found_by="four points each at most", size=16)
written(
    "goods-to-the-owner.yaml", "Goods go to whoever owns the city, and not to whoever closes it.",
    found_by="goods to whoever lays", own=[own_laws.goods_to_whoever_lays], games=12, size=15,
)  # fmt: skip
