"""Twenty points of skill or a bigger blade?

At which skills is a 1d10 weapon better than a 1d8 weapon with +20 %?
"""

target = {"defence": "parry", "parry": {"base": 50}, "target_ap": 3}
skills = range(30, 91, 5)
big = sweep(
    "openquest.close_attack", target | {"attack": {"base": 30}, "damage": "1d10"}, "attack.base", skills, "mean"
)
trained = target | {"attack": {"base": 30, "mods": 20}, "damage": "1d8"}
skilled = sweep("openquest.close_attack", trained, "attack.base", skills, "mean")

both = compare({"1d10": big, "1d8 and +20 %": skilled})
show(both, "Damage on average")
better = [row["attack.base"] for row in both if row["1d10"] > row["1d8 and +20 %"]]
print("The bigger blade is better at skill", ", ".join(map(str, better)) or "none")
