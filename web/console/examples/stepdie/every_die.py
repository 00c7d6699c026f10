"""Every die against every target number

What is the chance of a check with skill 2, for each die and target number?
"""

rows = []
for tn in range(4, 13):
    row = {"TN": tn}
    for die in (4, 6, 8, 10, 12):
        row[f"d{die}"] = answer("stepdie.check", {"roll": {"die": die, "skill": 2}, "tn": tn}).values["p_success"]
    rows.append(row)
show(rows, "Chance of success")

for tn in (6, 8, 10):
    chances = {
        die: answer("stepdie.check", {"roll": {"die": die, "skill": 2}, "tn": tn}).values["p_success"] for die in (6, 8)
    }
    print(f"TN {tn}: from d6 to d8 is worth {float(chances[8] - chances[6]) * 100:+.1f} points")
