"""A point of skill or a point of Shock?

Against which armor classes is +1 to hit worth more than +1 Shock?
"""

sword = {"damage": "1d8", "shock": 2, "shock_ac": 13}
more_shock = sword | {"shock": 3}
base = {"class_bonus": 2, "skill": 1, "target_ac": 10, "weapon": sword}

both = compare(
    {
        "+1 skill": sweep("wwn.attack", base | {"skill": 2}, "target_ac", range(10, 21), "mean"),
        "+1 Shock": sweep("wwn.attack", base | {"weapon": more_shock}, "target_ac", range(10, 21), "mean"),
    }
)
show(both, "Damage on average")
for row in both:
    gain = row["+1 skill"] - row["+1 Shock"]
    better = "+1 skill" if gain > 0 else "+1 Shock"
    print(f"AC {row['target_ac']}: {better} by {abs(float(gain)):.2f}")
