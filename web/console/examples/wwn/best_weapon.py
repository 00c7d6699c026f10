"""Best weapon for each armor class

Which of three weapons does most damage on average, from AC 10 to 20?
"""

WEAPONS = {
    "Dagger": {"damage": "1d4", "shock": 1, "shock_ac": 15},
    "Long sword": {"damage": "1d8", "shock": 2, "shock_ac": 13},
    "Great sword": {"damage": "1d12", "shock": 2, "shock_ac": 15},
}
me = {"class_bonus": 2, "skill": 1, "target_ac": 10}

courses = {name: sweep("wwn.attack", me | {"weapon": weapon}, "target_ac", range(10, 21)) for name, weapon in WEAPONS.items()}
show(compare(courses, "mean"), "Damage on average")

for row in compare(courses, "mean"):
    best = max(WEAPONS, key=lambda name: row[name])
    print(f"AC {row['target_ac']}: {best}")
