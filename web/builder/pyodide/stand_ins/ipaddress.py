"""Stands in for ipaddress in the worker's pack: urllib.parse brings it along for addresses in brackets.

The worker reads no addresses of servers; it quotes texts for links.
"""
