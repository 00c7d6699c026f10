"""Plain, aimed or haymaker?

What does each way to strike do on average against Defense 8 to 16?
"""

me = {"offense": 7, "defense": 8, "brawn": 6, "weapon": 6, "protection": 5}
ways = {"Plain": {}, "Aimed": {"aim": True}, "Haymaker": {"haymaker": True}}

lines = {name: sweep("raiders.strike", me | way, "defense", range(8, 17)) for name, way in ways.items()}
show(compare(lines, "p_hit"), "Chance to hit")
compare(lines, "mean_wounds")
