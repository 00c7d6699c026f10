"""Two strikes against one foe

A fighter and a thief strike the same foe. How likely is it down, by its hit points?
"""

fighter = {"modifier": 10, "defense": 17, "weapon": "1d10", "ed": 9, "damage_bonus": 4}
thief = {"modifier": 8, "defense": 17, "weapon": "1d6", "damage_bonus": 2}
one, other = (answer("obss.strike", who).values["damage"] for who in (fighter, thief))
both = total(one, other)

rows = []
for points in range(5, 45, 5):
    chances = {"Fighter": at_least(one, points), "Thief": at_least(other, points), "Both": at_least(both, points)}
    rows.append({"Hit points": points} | chances)
show(rows, "Chance that it is down")
both
