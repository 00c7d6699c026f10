"""Stands in for hmac in the worker's pack: what of it `secrets`, which throws the dice, passes on."""

from _operator import _compare_digest as compare_digest

__all__ = ["compare_digest"]
