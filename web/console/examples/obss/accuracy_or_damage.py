"""To hit or to hurt?

Is +2 to the attack worth more than +3 damage, against Defense 12 to 24?
"""

base = {"modifier": 10, "defense": 12, "weapon": "1d10", "ed": 9, "damage_bonus": 4}
defenses = range(12, 25)
lines = {
    "+2 to hit": sweep("obss.strike", base | {"modifier": 12}, "defense", defenses, "expected_damage"),
    "+3 damage": sweep("obss.strike", base | {"damage_bonus": 7}, "defense", defenses, "expected_damage"),
}
both = compare(lines)
show(both, "Damage on average")
accurate = [row["defense"] for row in both if row["+2 to hit"] > row["+3 damage"]]
print("+2 to hit is worth more against Defense", ", ".join(map(str, accurate)) or "none")
