"""Rows of numbers from the text of a table.

A number of at most 15 digits, and a power of ten up to 22, is the quotient or product of two numbers that are
known without error: rounded once, it is what the text says to the last bit. Others are marked: another routine reads
them.
"""

from __future__ import annotations

import numpy as np

from linkwork.numerics.jit import njit

NEWLINE, TAB, SPACE, RETURN, PLUS, MINUS, POINT = 10, 9, 32, 13, 43, 45, 46
ZERO, TEN = 48, 10
SMALL_E, LARGE_E = 101, 69
MOST = 15  # digits of a number that is one without error
FARTHEST = 22  # the highest power of ten that is a number without error
TENS = np.array([float(f"1e{power}") for power in range(FARTHEST + 1)])
FAR = 9999  # a power of ten; those beyond are not told apart
NO_NUMBER = -1
GAP = float("nan")
ROW, COLUMN, BEGIN, END = range(4)


@njit
def past_digits(text, at, whole):
    """Behind the digits at a place, and the whole number that they make behind those read before."""
    digit = text[at] - ZERO
    while 0 <= digit < TEN:
        whole = TEN * whole + digit
        at += 1
        digit = text[at] - ZERO
    return at, whole


@njit
def number_at(text, at):
    """The number that begins at a place: its value, where it ends (-1: there is none), whether it is exact."""
    negative = text[at] == MINUS
    if negative or text[at] == PLUS:
        at += 1
    power, begin = 0, at
    at, whole = past_digits(text, at, 0)
    count = at - begin
    if text[at] == POINT:
        begin = at + 1
        at, whole = past_digits(text, begin, whole)
        power = begin - at
        count -= power
    if count == 0:
        return 0.0, NO_NUMBER, False
    if text[at] == SMALL_E or text[at] == LARGE_E:
        at += 1
        down = text[at] == MINUS
        if down or text[at] == PLUS:
            at += 1
        begin, raised = at, 0
        while 0 <= text[at] - ZERO < TEN:
            raised = min(TEN * raised + (text[at] - ZERO), FAR)
            at += 1
        if at == begin:
            return 0.0, NO_NUMBER, False
        power += -raised if down else raised
    if count > MOST or power > FARTHEST or power < -FARTHEST:
        return 0.0, at, False
    value = float(whole)
    value = value / TENS[-power] if power < 0 else value * TENS[power]
    return -value if negative else value, at, True


@njit
def ends_line(text, at):
    return text[at] == NEWLINE


@njit
def past_spaces(text, at, tabs):
    """Behind blanks, and behind tabs where they are none that divide cells."""
    while text[at] == SPACE or text[at] == RETURN or (tabs and text[at] == TAB):
        at += 1
    return at


@njit
def read_rows(text, cells, rows, line_of, marked):
    """Fill rows with the numbers of all lines, ended by newlines; how many rows, and how many numbers were marked.

    With cells a tab ends each, the first of a line is passed over, an empty one is a gap, and what stands behind those
    that are wanted is not looked at; else blanks divide numbers, and a line has as many as a row. `line_of` keeps from
    which line a row is; -1 rows where something is no finite number, or there are too many.
    """
    count, width, at, line, left = 0, rows.shape[1], 0, 0, 0
    while at < len(text):
        at = past_spaces(text, at, True) if not cells else at
        begin = past_spaces(text, at, True)
        if ends_line(text, begin):
            at, line = begin + 1, line + 1
            continue
        if count >= len(rows):
            return NO_NUMBER, left
        if cells:
            while not ends_line(text, at) and text[at] != TAB:
                at += 1
        for column in range(width):
            if cells and text[at] == TAB:
                at += 1
            at = past_spaces(text, at, not cells)
            if ends_line(text, at) or (cells and text[at] == TAB):
                if not cells:
                    return NO_NUMBER, left
                rows[count, column] = GAP
                continue
            begin = at
            rows[count, column], at, exact = number_at(text, begin)
            if at < 0:
                return NO_NUMBER, left
            if not exact:
                if left >= len(marked):
                    return NO_NUMBER, left
                marked[left, ROW], marked[left, COLUMN] = count, column
                marked[left, BEGIN], marked[left, END] = begin, at
                left += 1
            after = past_spaces(text, at, not cells)
            if after == at and not ends_line(text, at) and not (cells and text[at] == TAB):
                return NO_NUMBER, left
            at = after
            if cells and not ends_line(text, at) and text[at] != TAB:
                return NO_NUMBER, left
        if cells:
            while not ends_line(text, at):
                at += 1
        elif not ends_line(text, at):
            return NO_NUMBER, left
        line_of[count] = line
        at, line, count = at + 1, line + 1, count + 1
    return count, left
