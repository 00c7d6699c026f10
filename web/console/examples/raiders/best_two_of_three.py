"""The best two of three dice

A friendly GM lets you roll 3d6 and keep the best two. How much is that worth?
"""


def best_two(a):
    return d(6).then(lambda b: d(6).map(lambda c: a + b + c - min(a, b, c)))


friendly, usual = d(6).then(best_two), dice("2d6")
show(usual, "2d6")
show(friendly, "Best two of 3d6")

rows = []
for needed in range(4, 13):
    usually, kindly = (at_least(die.probabilities(), needed) for die in (usual, friendly))
    rows.append({"Needed": needed, "2d6": usually, "Best two of 3d6": kindly})
show(rows, "Chance to reach a number")
bonus = friendly.mean(lambda n: n) - usual.mean(lambda n: n)
print(f"It is worth +{float(bonus):.2f} on average.")
