"""XML texts: parsed without entities and document types, which can expand without limit."""

from xml.etree.ElementTree import Element, ParseError
from xml.parsers import expat

from defusedxml import DefusedXmlException
from defusedxml.ElementTree import fromstring

from puzzlery.errors import FileFault


def parse_xml(text: str, source: str, expected: str) -> Element:
    """The root element of an XML text, whose tag must be the expected one.

    >>> parse_xml("<moves/>", "cube.xml", "puzzle")
    Traceback (most recent call last):
    puzzlery.errors.FileFault: cube.xml: begins with <moves>; expected <puzzle>
    """
    try:
        root: Element = fromstring(text, forbid_dtd=True)
    except ParseError as fault:
        line, column = fault.position
        reason = f"{str(fault).partition(':')[0]} (column {column + 1})"
        raise FileFault(reason, source=source, line=line) from fault
    except DefusedXmlException as fault:
        reason = "declares a document type or entities, which are not read"
        raise FileFault(reason, source=source) from fault
    except (ValueError, RecursionError) as fault:
        raise FileFault(f"is not XML: {fault}", source=source) from fault
    if root.tag != expected:
        raise FileFault(f"begins with <{root.tag}>; expected <{expected}>", source=source)
    return root


def lines_of(text: str, tag: str) -> list[int]:
    r"""The line of each element with a tag, in the order in which they stand in a text.

    >>> lines_of("<points>\n<point/>\n\n<point/></points>", "point")
    [2, 4]
    """
    parser = expat.ParserCreate()
    lines: list[int] = []

    def started(name: str, _: object) -> None:
        if name == tag:
            lines.append(parser.CurrentLineNumber)

    parser.StartElementHandler = started
    parser.Parse(text, True)
    return lines
