# cython: boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""Reads bracketed trees out of bytes into flat columns.

:func:`read_trees` walks once over the text. Each node becomes one entry in the columns *label*, *parent*,
*start*, *end* and *where*, in preorder, with ids counted from 0 within its sentence; a word's label is the
complement of its symbol (``~symbol``, a negative number), so that a word never equals a label. Strings are
numbered as they are met, in a hash table that points back into the text.

The function stops when a column, the symbol table or the list of sentences is full, says so, and can be called
again with the same *state* to go on; it never stops inside a sentence.
"""

from __future__ import annotations

import cython

__all__ = ["layout_found", "read_trees", "renumber", "scan_layout"]

# What one call came to.
DONE = 0  #: the text is read to its end
FULL = 1  #: the columns or the list of sentences are full: empty them and call again
GROW = 2  #: the symbol table is full: make it larger and call again
UNDECIDED = 3  #: with layout AUTO, a tree does not end with its line: decide on a layout and start again

# How sentences lie in the text.
AUTO = 0  #: one a line, but stop as UNDECIDED when that seems wrong
LINES = 1  #: one a line, whatever happens
FREE = 2  #: one a tree, over any number of lines
RESYNC = 3  #: like FREE, but a bracket in the first column always begins a new tree

# What is wrong with a sentence.
OK = 0
BLANK = 1  #: an empty line: a failed parse, or a separator
UNCLOSED = 2  #: the line or the text ends inside a tree
EXTRA_CLOSE = 3  #: a closing bracket without an opening one
NO_TREE = 4  #: text without any bracket
TEXT_AFTER = 5  #: text behind a tree
ELEMENTS = 6  #: (EVALB's rules) a word beside other things in a bracket
STRAY_WORD = 7  #: (EVALB's rules) a word where only a bracket may stand

# The numbers kept for each sentence and each symbol.
SENTENCE_FIELDS = 8  #: first node, line, begin, code, where the error is, prefix begin, prefix end, roots
SYMBOL_FIELDS = 4  #: begin, length, hash, whether it was seen as a label
SCAN_FIELDS = 7  #: what :func:`scan_layout` knows of a text so far


def read_trees(
    data: cython.const[cython.uchar][::1],
    layout: cython.int,
    evalb: cython.bint,
    state: cython.longlong[::1],
    table: cython.int[::1],
    symbols: cython.longlong[::1],
    label: cython.int[::1],
    parent: cython.int[::1],
    start: cython.int[::1],
    end: cython.int[::1],
    where: cython.int[::1],
    sentences: cython.longlong[::1],
) -> int:
    """Read sentences from *data* on from *state*: position and line, then what was found in this call.

    The state holds position, line, symbols (all so far), nodes, sentences, brackets without a word, and where the
    first sentence with one begins. A sentence without any word, such as ``(())``, gets no nodes: a failed parse.

    With *evalb* the text is read by EVALB's rules: always one sentence a line, no comments, a label follows
    its bracket at once, a word stands alone with its tag; a bracket that is never closed ends at -1.
    """
    pos: cython.Py_ssize_t = state[0]
    line: cython.longlong = state[1]
    n_symbols: cython.Py_ssize_t = state[2]
    n_nodes: cython.Py_ssize_t = 0
    n_wordless: cython.Py_ssize_t = 0
    first_wordless: cython.Py_ssize_t = -1
    n_sentences: cython.Py_ssize_t = 0
    size: cython.Py_ssize_t = data.shape[0]
    capacity: cython.Py_ssize_t = label.shape[0]
    sentence_capacity: cython.Py_ssize_t = sentences.shape[0] // 8
    mask: cython.Py_ssize_t = table.shape[0] - 1
    symbol_capacity: cython.Py_ssize_t = table.shape[0] // 2
    by_line: cython.bint = layout <= 1 or evalb
    outcome: cython.int = -1
    first: cython.Py_ssize_t
    begin: cython.Py_ssize_t
    sentence_start: cython.Py_ssize_t
    sentence_line: cython.longlong
    tree_line: cython.longlong
    token: cython.Py_ssize_t
    length: cython.Py_ssize_t
    slot: cython.Py_ssize_t
    i: cython.Py_ssize_t
    known: cython.Py_ssize_t
    symbol: cython.int
    current: cython.int
    words: cython.int
    roots: cython.int
    depth: cython.int
    extra_closes: cython.int
    wordless: cython.int
    code: cython.int
    error_at: cython.Py_ssize_t
    prefix: cython.Py_ssize_t
    prefix_end: cython.Py_ssize_t
    node_at: cython.Py_ssize_t
    c: cython.uchar
    hashed: cython.longlong
    is_label: cython.bint
    content: cython.bint
    fresh: cython.bint
    emit: cython.bint

    with cython.nogil:
        while outcome < 0:
            if pos >= size:
                outcome = 0
                break
            if n_sentences == sentence_capacity:
                outcome = 1
                break
            sentence_start = begin = pos
            sentence_line = tree_line = line
            first = n_nodes
            current = -1
            words = roots = depth = extra_closes = code = wordless = 0
            error_at = prefix = prefix_end = -1
            content = fresh = False
            emit = True

            while True:
                if pos >= size:
                    break
                c = data[pos]

                if c == 40 and not code:  # an opening bracket: a label follows
                    if current >= 0 and layout == 3 and (pos == 0 or data[pos - 1] == 10):
                        break
                    if n_nodes + 2 > capacity:
                        outcome = 1
                        break
                    if not roots and current < 0:
                        begin = pos
                        tree_line = line
                    content = True
                    node_at = pos
                    pos += 1
                    if not evalb:
                        while pos < size and (data[pos] == 32 or 9 <= data[pos] <= 13):
                            if data[pos] == 10:
                                if by_line:
                                    break
                                line += 1
                            pos += 1
                    is_label = True

                elif c == 32 or 9 <= c <= 13:
                    pos += 1
                    if c == 10:
                        line += 1
                        if by_line:
                            break
                    continue

                elif code:  # the rest of a bad line
                    pos += 1
                    continue

                elif c == 41:  # a closing bracket
                    content = True
                    if evalb and fresh and (data[pos - 1] == 32 or 9 <= data[pos - 1] <= 13):
                        if n_nodes + 2 > capacity:
                            outcome = 1
                            break
                        is_label = False  # "(X )": a terminal whose word is empty
                        node_at = pos
                    else:
                        pos += 1
                        fresh = False
                        if evalb:
                            if depth < 0:
                                extra_closes += 1
                            depth -= 1
                        if current < 0:
                            if evalb:
                                continue
                            code = 3
                            error_at = pos - 1
                            if by_line:
                                continue
                            begin = pos - 1
                            tree_line = line
                            break
                        end[first + current] = words
                        if start[first + current] == words:
                            wordless += 1
                        current = parent[first + current]
                        if current < 0 and not by_line:
                            break
                        continue

                else:  # text
                    is_label = False
                    if current < 0 and not evalb:
                        if roots:
                            code = 5
                            error_at = pos
                            continue
                        # Between trees: a comment, a name in front of a tree, or garbage.
                        token = pos
                        while pos < size and data[pos] != 10 and data[pos] != 40:
                            pos += 1
                        i = pos
                        while i < size and data[i] != 10:
                            i += 1
                        length = i
                        while data[length - 1] == 32 or 9 <= data[length - 1] <= 13:
                            length -= 1
                        if not content and (c == 35 or c == 37 or c == 59 or (c == 60 and data[length - 1] == 62)):
                            pos = i
                            if pos < size:
                                pos += 1
                                line += 1
                            emit = False
                            break
                        content = True
                        if pos < i:
                            prefix = token
                            prefix_end = pos
                            continue
                        pos = i
                        code = 4
                        error_at = begin = token
                        tree_line = line
                        if by_line:
                            continue
                        break
                    content = True
                    if n_nodes + 2 > capacity:
                        outcome = 1
                        break
                    if evalb and not fresh:
                        code = 7
                        error_at = pos
                        continue
                    node_at = pos

                # A token: its extent and its hash.
                token = pos
                hashed = 18652613
                while pos < size:
                    c = data[pos]
                    if c <= 41 and (c == 40 or c == 41 or c == 32 or 9 <= c <= 13):
                        break
                    hashed = ((hashed ^ c) * 16777619) & 0x7FFFFFFF
                    pos += 1
                length = pos - token

                if evalb and not is_label and pos > token and (pos >= size or data[pos] != 41):
                    code = 7 if pos < size and data[pos] == 40 else 6
                    error_at = token
                    continue

                # Its number.
                slot = hashed & mask
                symbol = -1
                while True:
                    known = table[slot] - 1
                    if known < 0:
                        break
                    if symbols[known * 4 + 2] == hashed and symbols[known * 4 + 1] == length:
                        i = 0
                        while i < length and data[symbols[known * 4] + i] == data[token + i]:
                            i += 1
                        if i == length:
                            symbol = known
                            break
                    slot = (slot + 1) & mask
                if symbol < 0:
                    if n_symbols >= symbol_capacity:
                        outcome = 2
                        break
                    symbol = n_symbols
                    symbols[n_symbols * 4] = token
                    symbols[n_symbols * 4 + 1] = length
                    symbols[n_symbols * 4 + 2] = hashed
                    symbols[n_symbols * 4 + 3] = 0
                    table[slot] = symbol + 1
                    n_symbols += 1

                # A node.
                parent[n_nodes] = current
                start[n_nodes] = words
                where[n_nodes] = node_at
                if is_label:
                    label[n_nodes] = symbol
                    end[n_nodes] = -1
                    symbols[symbol * 4 + 3] = 1
                    if current < 0:
                        roots += 1
                    current = n_nodes - first
                    depth += 1
                    fresh = True
                else:
                    label[n_nodes] = -1 - symbol
                    words += 1
                    end[n_nodes] = words
                    fresh = False
                    if evalb:  # the closing bracket of a terminal is at hand
                        pos += 1
                        depth -= 1
                        end[first + current] = words
                        current = parent[first + current]
                n_nodes += 1

            # The sentence has ended: at its line's end, its last bracket, or the end of the text.
            if outcome > 0:
                pos = sentence_start
                line = sentence_line
                n_nodes = first
                break
            if not emit:
                continue
            if not content:
                if not by_line:
                    continue
                code = 1
            if code == 0 and (current >= 0 or (evalb and (depth != 0 or extra_closes > 0))):
                if layout == 0 and not evalb:
                    outcome = 3
                    n_nodes = first
                    break
                code = 2
                error_at = where[first] if n_nodes > first else begin
                while current >= 0:
                    error_at = where[first + current]
                    current = parent[first + current]
                if evalb and depth == 0:  # closed in sum, though not each in its place
                    code = 0
            if (code > 0 and not (evalb and code == 2)) or (words == 0 and not evalb):
                n_nodes = first
            elif wordless > 0:
                if first_wordless < 0:
                    first_wordless = sentence_start
                n_wordless += wordless
            i = n_sentences * 8
            sentences[i] = first
            sentences[i + 1] = tree_line
            sentences[i + 2] = begin
            sentences[i + 3] = code
            sentences[i + 4] = error_at
            sentences[i + 5] = prefix
            sentences[i + 6] = prefix_end
            sentences[i + 7] = extra_closes if evalb else roots
            n_sentences += 1

    state[0] = pos
    state[1] = line
    state[2] = n_symbols
    state[3] = n_nodes
    state[4] = n_sentences
    state[5] = n_wordless
    state[6] = first_wordless
    return outcome


def renumber(label: cython.int[::1], numbers: cython.const[cython.int][::1]) -> None:
    """Replace the reader's own symbols by others, in place; words stay complements."""
    i: cython.Py_ssize_t
    with cython.nogil:
        for i in range(label.shape[0]):
            label[i] = numbers[label[i]] if label[i] >= 0 else -1 - numbers[-1 - label[i]]


def scan_layout(data: cython.const[cython.uchar][::1], state: cython.longlong[::1]) -> None:
    """Find out how the trees of a text lie in which some tree does not end with its line: count what would be damaged.

    If every line were a sentence, lines are damaged that do not close what they open. If trees ran over lines, those
    are that are still open where a line begins with a bracket in the first column, or at the end, and closing brackets
    too many. A long text may be given in pieces, each of whole lines, with the same *state*, zeros at first: damaged
    lines, damaged trees, the brackets that are open if such lines do and do not begin a new tree, and whether any was
    closed too often; then where the text was between two trees the last time in this piece, -1 if never: where a line
    ended outside of trees, and where one began with a bracket.
    """
    size: cython.Py_ssize_t = data.shape[0]
    pos: cython.Py_ssize_t = 0
    line_depth: cython.longlong = 0
    line_low: cython.longlong = 0
    line_damage: cython.longlong = state[0]
    tree_damage: cython.longlong = state[1]
    tree_depth: cython.longlong = state[2]
    free_depth: cython.longlong = state[3]
    free_damage: cython.longlong = state[4]
    outside: cython.longlong = -1
    fresh: cython.longlong = -1
    at_start: cython.bint = True
    comment: cython.bint = False
    c: cython.uchar
    with cython.nogil:
        while pos < size:
            c = data[pos]
            if c == 10:
                if line_depth != 0 or line_low < 0:
                    line_damage += 1
                line_depth = line_low = 0
                at_start = True
                comment = False
                if free_depth == 0:
                    outside = pos + 1
            elif not comment:
                if at_start and (c == 35 or c == 37 or c == 59) and free_depth == 0:
                    comment = True
                elif c == 40:
                    if at_start:
                        fresh = pos
                        if tree_depth > 0:
                            tree_damage += 1
                            tree_depth = 0
                    line_depth += 1
                    free_depth += 1
                    tree_depth += 1
                elif c == 41:
                    line_depth -= 1
                    if line_depth < line_low:
                        line_low = line_depth
                    free_depth -= 1
                    if free_depth < 0:
                        free_damage += 1
                        free_depth = 0
                    tree_depth -= 1
                    if tree_depth < 0:
                        tree_damage += 1
                        tree_depth = 0
                at_start = False
            pos += 1
    if line_depth != 0 or line_low < 0:
        line_damage += 1
    state[0] = line_damage
    state[1] = tree_damage
    state[2] = tree_depth
    state[3] = free_depth
    state[4] = free_damage
    state[5] = outside
    state[6] = fresh


def layout_found(state: cython.longlong[::1]) -> int:
    """Return the layout with less damage, lines on a tie: LINES, FREE (nothing is damaged) or RESYNC."""
    line_damage: cython.longlong = state[0]
    tree_damage: cython.longlong = state[1]
    if state[3] == 0 and state[4] == 0:
        return FREE
    if state[2] > 0:
        tree_damage += 1
    return LINES if line_damage <= tree_damage else RESYNC
