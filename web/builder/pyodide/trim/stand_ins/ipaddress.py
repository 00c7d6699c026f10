"""Replaces ipaddress in the worker: urllib.parse imports it for addresses in brackets.

The worker reads no addresses of servers; it quotes texts for links.
"""
