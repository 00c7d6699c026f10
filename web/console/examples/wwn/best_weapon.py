"""Best weapon for each armor class

You are better with small weapons. Which one does most damage from AC 10 to 20?
"""

weapons = {
    "Dagger": {"skill": 4, "weapon": {"damage": "1d4", "shock": 1, "shock_ac": 15}},
    "Long sword": {"skill": 2, "weapon": {"damage": "1d8", "shock": 2, "shock_ac": 13}},
    "Great sword": {"skill": 0, "weapon": {"damage": "1d12", "shock": 2, "shock_ac": 15}},
}
me = {"class_bonus": 0, "target_ac": 10}

lines = {}
for name, weapon in weapons.items():
    lines[name] = sweep("wwn.attack", me | weapon, "target_ac", range(10, 21))
damage = compare(lines, "mean")
show(damage, "Damage on average")

for row in damage:
    best = max(weapons, key=lambda name: row[name])
    print(f"AC {row['target_ac']}: {best}")
