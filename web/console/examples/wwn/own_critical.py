"""A rule of our own: critical hits

At our table a natural 20 rolls the damage twice. What does that change?
"""

needed, damage = 13, dice("1d8+2")


def hit(state, face):
    return 2 if face == 20 else 1 if face >= needed else 0


to_hit = throw("Roll to hit", d(20), hit, rule="")
once = throw("Damage", damage, lambda times, points: points, rule="", when=lambda times: times == 1)
twice = throw("Critical damage", damage.times(2), lambda times, points: points, rule="", when=lambda times: times == 2)


# The state is first how often damage is rolled, and then the damage: 1 and 2 are too few to be damage of 1d8+2.
blow = Procedure(0, (to_hit, once, twice), str)
plain = Procedure(0, (to_hit, throw("Damage", damage, lambda times, points: points, rule="", when=bool)), str)

show(blow, "Damage with the rule")
with_rule, without = (one.odds().mean(int) for one in (blow, plain))
print(f"On average {float(with_rule):.2f} instead of {float(without):.2f}")
show(roll(blow), "One blow")
