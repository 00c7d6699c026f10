"""Two attackers against one shield

A strong and a quick foe strike in one round, and you parry once. Whose blow?
"""

ogre = {"attack": {"base": 45}, "damage": "1d10", "damage_mod": "+1d6", "target_ap": 3}
duelist = {"attack": {"base": 75}, "damage": "1d6", "target_ap": 3}
parry = {"defence": "parry", "parry": {"base": 60}}


def damage(foe, **defense):
    return answer("openquest.close_attack", foe | defense).values["damage"]


choices = {
    "Parry the ogre": total(damage(ogre, **parry), damage(duelist)),
    "Parry the duelist": total(damage(ogre), damage(duelist, **parry)),
}
rows = []
for name, taken in choices.items():
    mean = sum(points * p for points, p in taken.items())
    rows.append(
        {
            "Choice": name,
            "Damage on average": f"{float(mean):.2f}",
            "unhurt": taken[0],
            "10 or more": at_least(taken, 10),
        }
    )
    show(taken, f"{name}: damage taken")
rows
