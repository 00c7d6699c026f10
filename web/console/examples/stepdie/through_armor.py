"""A power attack against each armor

Attack or power attack: which gets more damage through armor 0 to 5?
"""

me = {"agility_die": 8, "skill": 3, "damage": 3, "bladed": True, "heft_die": 8}
foe = {"acrobatics": 1, "parry": 2, "armor_dr": 0, "health": 3}

lines = {}
for name, action in (("Attack", "attack"), ("Power attack", "power")):
    inputs = {"attacker": me, "defender": foe, "action": action}
    lines[name] = sweep("stepdie.attack", inputs, "defender.armor_dr", range(6))
show(compare(lines, "expected_damage"), "Damage on average")
compare(lines, "p_drop")
