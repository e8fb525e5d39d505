"""Notes and places of every kind, and sentences to put notes on."""

from hypothesis import strategies as st

from treelens.gui.session import Note, NotesStore, Place

WORDS = ["the cat sat", "a dog ran", "the cat sat", "it rained", ""]

# Any text, and what a byte that is no UTF-8 becomes in the words of a tree.
texts = st.text(st.characters(exclude_categories=["Cs"]) | st.sampled_from('\udc80\udcff\n\r\u2028\0\\"'))
notes = st.builds(
    Note,
    sentence=st.integers(0, 10**6),
    words=texts,
    text=texts,
    tags=st.lists(texts, unique=True).map(tuple),
    changed=st.integers(0, 2**53),
)
places = st.builds(
    Place,
    sentence=st.integers(0, 10**6),
    system=st.integers(0, 99),
    alignment=texts,
    layout=texts,
    ranking=texts,
    filter=texts,
    columns=st.lists(texts, unique=True).map(tuple),
    show=st.lists(texts, unique=True).map(tuple),
    second=st.integers(0, 99),
)


def stored(journal, words=WORDS, notes=()):
    return NotesStore(len(words), words.__getitem__, journal, notes)
