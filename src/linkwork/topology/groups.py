"""Groups: things that hang together, found by joining pairs of them."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from typing import Generic, TypeVar

Member = TypeVar("Member", bound=Hashable)


class Groups(Generic[Member]):
    """Members in groups, each alone at first; every group has one of its members as its leader."""

    def __init__(self, members: Iterable[Member]) -> None:
        self._leader = {member: member for member in members}

    def leader(self, member: Member) -> Member:
        """The leader of the group in which a member is."""
        leader = self._leader
        while leader[member] != member:
            leader[member] = leader[leader[member]]
            member = leader[member]
        return member

    def join(self, first: Member, second: Member) -> bool:
        """Make one group of two members' groups; whether they were apart before."""
        one, other = self.leader(first), self.leader(second)
        self._leader[one] = other
        return one != other

    def all(self) -> list[list[Member]]:
        """The groups, their members in the order in which they were given."""
        groups: dict[Member, list[Member]] = {}
        for member in self._leader:
            groups.setdefault(self.leader(member), []).append(member)
        return list(groups.values())
