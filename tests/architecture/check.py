#!/usr/bin/env python3
"""Holds the tree to its architecture: who includes whom, which equations exist, what the core must not call.

check.py ROOT         checks a tree
check.py --self-test  checks that the check can fail
"""
import re
import sys
import tempfile
from pathlib import Path

# The "uses" column of the folder table in docs/architecture.md: the folders whose inside a folder may include, each named.
USES = {
    "core": [],
    "geometry": ["core"],
    "environment": ["core", "geometry"],
    "planning": ["core", "geometry"],
    "steering": ["core"],
    "world": ["core", "geometry", "environment", "planning", "steering"],
    "io": ["core"],
    "scene": ["core"],
    "study": ["core", "steering", "planning"],
    "common": [],  # apps/common
    "apps": ["common"],  # the rest of apps: installed headers only
    "reproduce": ["common", "core", "geometry", "environment", "planning", "steering", "study", "world"],
}
# Whose public headers it may include.
PUBLIC = {
    "core": ["core"],
    "geometry": ["core"],
    "environment": ["core"],
    "planning": ["core", "planning"],
    "steering": ["core", "steering"],
    "world": ["core", "planning", "steering", "world"],
    "io": ["core", "planning", "steering", "world", "io"],
    "scene": ["core", "planning", "steering", "world", "scene"],
    "study": ["core", "planning", "steering", "world", "study"],
    **dict.fromkeys(["common", "apps", "reproduce"], ["core", "planning", "steering", "world", "io", "scene", "study"]),
}
ROOTS = {"apps": ["apps/wend", "apps/common"], "reproduce": ["apps/common"]}  # where they look besides src and include
CORE_LAYERS = {"core", "geometry", "environment", "planning", "steering", "world"}

# The layer of each public header: by its folder, or by its name; others belong to the world.
FOLDER_LAYER = {"base": "core", "model": "steering", "io": "io", "study": "study"}
HEADER_LAYER = {
    **dict.fromkeys(["vec", "ids", "result", "version", "runner", "specs", "step_report"], "core"),
    **dict.fromkeys(["planner", "analysis/planning_field"], "planning"),
    "scene": "scene",
}

FORBIDDEN_INCLUDES = {"unordered_map", "unordered_set", "chrono", "random", "iostream", "ctime", "time.h"}
LIBM = ("sin cos tan asin acos atan atan2 sinh cosh tanh asinh acosh atanh exp exp2 expm1 log log2 log10 log1p pow "
        "cbrt hypot erf erfc tgamma lgamma sincos").split()
# Qualified by std:: or by nothing, with an argument; a member or a function of another namespace is somebody else's.
LIBM_CALL = re.compile(r"(?:\bstd\s*::\s*|(?<![\w.:>])(?:::\s*)?)(" + "|".join(LIBM) + r")[fl]?\s*\((?!\s*\))")
FORBIDDEN_CODE = [
    (LIBM_CALL, "the C library's mathematics differs between machines, use core/det_math"),
    (re.compile(r"\bs?rand\s*\("), "random numbers come from wend::Rng"),
    (re.compile(r"\bthrow\b"), "the core has no exceptions"),
    (re.compile(r"\bdynamic_cast\b|\btypeid\b"), "the core has no RTTI"),
]

SPECS = {
    "local": ("local-layer.md", ""),
    "human": ("human-model.md", "h."),
    "environment": ("environment-layer.md", "e."),
    "planning": ("planning-layer.md", "p."),
}
NUMBER = r"\((?:[hep]\.)?\d+[a-z]?\)"
CITATION = re.compile(rf"\b({'|'.join(SPECS)})(?:-layer|-model)?\s+spec,?\s+(?:eqs?\.?\s+|equations?\s+)?"
                      rf"({NUMBER}(?:\s*(?:-|–|\.\.|to|,|;|/|and|or|,\s*and)\s*{NUMBER})*)", re.I)
PEOPLE = re.compile(r"\((C\d+)\)")  # the numbers of section 19 of the local spec
LETTERED = re.compile(r"\(([hep])\.(\d+)([a-z]?)\)")
BARE = re.compile(rf"^\s*({NUMBER}(?:\s*(?:-|–|,|and)\s*{NUMBER})*)")


def layer_of_header(name):
    stem = name.removesuffix(".hpp")
    return HEADER_LAYER.get(stem) or FOLDER_LAYER.get(stem.split("/")[0], "world")


def split_code(text):
    """Code with comments and literals blanked, lines kept; and the comments as (line, text), runs of // joined."""
    token = re.compile(r'''//[^\n]*|/\*.*?\*/|R"(\w*)\(.*?\)\1"|"(?:\\.|[^"\\\n])*"|'''
                       r"""(?<![0-9a-fA-F])'(?:\\.|[^'\\\n])+'""", re.S)
    comments = []

    def blank(match):
        part = match.group(0)
        line = text.count("\n", 0, match.start()) + 1
        if part.startswith("//"):
            own_line = not text[text.rfind("\n", 0, match.start()) + 1:match.start()].strip()
            comments.append([line, part[2:], own_line])
        elif part.startswith("/*"):
            comments.append([line, re.sub(r"\n\s*\*?", " ", part[2:-2]), False])
        return re.sub(r"[^\n]", " ", part)

    code = token.sub(blank, text)
    joined = []
    for line, part, own_line in comments:
        if own_line and joined and joined[-1][2] == line - 1:
            joined[-1][1] += part
            joined[-1][2] = line
        else:
            joined.append([line, part, line])
    return code, [(line, part) for line, part, _ in joined]


def numbers_of(spelled):
    """'(4)-(6), (12)' -> 4 5 6 12, with their letter."""
    found = []
    parts = re.split(rf"({NUMBER})", spelled)
    for before, number in zip(parts[0::2], parts[1::2]):
        label = number[1:-1]
        if found and re.fullmatch(r"\s*(-|–|\.\.|to)\s*", before):
            prefix = re.match(r"(?:[hep]\.)?", label).group(0)
            low, high = (int(re.search(r"\d+", x).group(0)) for x in (found[-1], label))
            found += [f"{prefix}{n}" for n in range(low + 1, high)]
        found.append(label)
    return found


def read_spec_numbers(root):
    numbers = {}
    for spec, (file, prefix) in SPECS.items():
        path = root / "docs" / "spec" / file
        text = path.read_text(encoding="utf-8") if path.is_file() else ""
        have = set(re.findall(r"\\tag\{([^}]+)\}", text))
        for paragraph in re.split(r"\n\s*\n|\n\||\n\d+\. ", text):
            for bold in paragraph.split("**")[1::2]:
                have |= set(re.findall(r"\(((?:[hep]\.)?\d+[a-z]?)\)", bold))
        for block in re.findall(r"^```.*?^```", text, re.S | re.M):  # ends a line, or stands beside the code
            have |= set(re.findall(r"\S {2,}\(((?:[hep]\.)?\d+[a-z]?)\)(?![-–,])", block))
            have |= set(re.findall(r" \(((?:[hep]\.)?\d+[a-z]?)\)$", block, re.M))
        if prefix:
            have |= {f"{p}.{n}{s}" for p, n, s in LETTERED.findall(text)}
        numbers[spec] = {x for x in have if x.startswith(prefix)}
    return numbers


def check_includes(path, root, layer, public, text, problems):
    for line_number, line in enumerate(text.splitlines(), 1):
        match = re.match(r'\s*#\s*include\s*([<"])([^>"]+)[>"]', line)
        if not match:
            continue
        quoted, name = match.group(1) == '"', match.group(2)
        used = None
        beside = (path.parent / name).resolve()
        for include_root in ROOTS.get(layer, []):  # of the programs
            if quoted and not beside.is_file():
                beside = (root / include_root / name).resolve()
        if quoted and beside.is_file() and beside.is_relative_to(root):
            used = layer_of_file(beside, root)[0]
        elif name.startswith("wend/"):
            used = layer_of_header(name.removeprefix("wend/"))
        elif name.split("/")[0] in USES and "/" in name:
            used = name.split("/")[0]
        elif quoted and not (root / "src" / name).is_file():
            problems.append((path, line_number, f'"{name}" is neither beside this file nor in a folder of src/'))
            continue
        if used is None:
            if layer in CORE_LAYERS and name in FORBIDDEN_INCLUDES:
                problems.append((path, line_number, f"<{name}> is not for the core layers"))
            continue
        if public and not name.startswith("wend/"):
            problems.append((path, line_number, f"a public header includes {name}, which is not installed"))
        elif used not in (PUBLIC[layer] if name.startswith("wend/") else [layer, *USES[layer]]):
            allowed = ", ".join(USES[layer]) or "nothing"
            problems.append((path, line_number, f"{layer} uses {used} ({name}); it may use: {allowed}"))


def check_numbers(path, layer, comments, numbers, problems):
    for line, comment in comments:
        cited = []
        for match in CITATION.finditer(comment):
            cited += [(match.group(1).lower(), label) for label in numbers_of(match.group(2))]
        by_letter = {prefix[0]: spec for spec, (_, prefix) in SPECS.items() if prefix}
        cited += [(by_letter[p], f"{p}.{n}{s}") for p, n, s in LETTERED.findall(comment)]
        cited += [("local", label) for label in PEOPLE.findall(comment)]
        bare = BARE.match(comment)
        if bare and layer == "steering":  # "// (5): odd", where the header has named the spec
            cited += [("local", label) for label in numbers_of(bare.group(1)) if label[0].isdigit()]
        for spec, label in dict.fromkeys(cited):
            if label not in numbers[spec]:
                problems.append((path, line, f"docs/spec/{SPECS[spec][0]} has no equation ({label})"))


def layer_of_file(path, root):
    """(layer, is a public header) of a file, or (None, False)."""
    parts = path.relative_to(root).parts
    if parts[0] == "src" and len(parts) > 2:
        return parts[1], False
    if parts[:2] == ("include", "wend"):
        return layer_of_header("/".join(parts[2:])), True
    if parts[:2] == ("apps", "common"):
        return "common", False
    if parts[0] in ("apps", "reproduce"):
        return parts[0], False
    return None, False


def check_tree(root):
    """All problems of a tree as (path, line, text); and how many files were read."""
    root = Path(root).resolve()
    numbers = read_spec_numbers(root)
    problems, count = [], 0
    files = [f for top in ("src", "include", "apps", "reproduce", "tests", "benchmarks") for f in sorted((root / top).rglob("*"))]
    for path in files:
        if path.suffix not in (".cpp", ".hpp"):
            continue
        count += 1
        text = path.read_text(encoding="utf-8")
        code, comments = split_code(text)
        layer, public = layer_of_file(path, root)
        check_numbers(path, layer, comments, numbers, problems)
        if layer is None:
            continue
        if layer not in USES:
            problems.append((path, 1, f"src/{layer} is not in the table of folders"))
            continue
        check_includes(path, root, layer, public, text, problems)
        if layer in CORE_LAYERS:
            for pattern, reason in FORBIDDEN_CODE:
                for match in pattern.finditer(code):
                    line = code.count("\n", 0, match.start()) + 1
                    problems.append((path, line, f"'{match.group(0).strip()}': {reason}"))
    return [(str(p.relative_to(root)), line, what) for p, line, what in problems], count


SPEC_TEXT = {
    "docs/spec/local-layer.md": r"$$a \tag{4}$$ $$b \tag{5}$$ $$c \tag{6}$$ $$d \tag{26b}$$, `x` **(38)**; "
                                "**y (39), w** [G99 (99)]"
                                "\n```\n 1  x = f(98) + y      (49) heading\n z = |p| (51)\n```\n",
    "docs/spec/human-model.md": "`y = x` **(h.3)**",
    "docs/spec/environment-layer.md": "    d = q - p   (e.7)",
    "docs/spec/planning-layer.md": r"$$p \tag{p.2}$$",
}
HEADERS_THERE = ["src/steering/here.hpp", "apps/common/shared.hpp", "apps/wend/command.hpp", "reproduce/claim.hpp"]
# (name, file, text, a word of the problem or None when it must pass)
CASES = [
    ("own folder", "src/steering/a.cpp", '#include "steering/b.hpp"\n#include <wend/model/model.hpp>\n', None),
    ("transitive use", "src/environment/a.cpp", '#include "core/b.hpp"\n', None),
    ("sibling", "src/steering/a.cpp", '#include "planning/b.hpp"\n', "steering uses planning"),
    ("upwards", "src/core/a.cpp", '#include "geometry/b.hpp"\n', "core uses geometry"),
    ("around the corner", "src/planning/a.cpp", '#include "../steering/here.hpp"\n', "planning uses steering"),
    ("angle brackets", "src/environment/a.cpp", "#include <world/b.hpp>\n", "environment uses world"),
    ("public header of the world", "src/steering/a.cpp", "#include <wend/world.hpp>\n", "steering uses world"),
    ("public header of a part", "src/world/a.cpp", "#include <wend/scene.hpp>\n", "world uses scene"),
    ("parts do not know each other", "src/scene/a.cpp", "#include <wend/io/film.hpp>\n", "scene uses io"),
    ("apps use what is installed", "apps/wend/a.cpp", "#include <wend/scene.hpp>\n#include <wend/io/frame.hpp>\n", None),
    ("apps use the inside", "apps/wend/a.cpp", '#include "core/c.hpp"\n', "apps uses core"),
    ("a part uses the inside of the world", "src/io/a.cpp", '#include "world/data.hpp"\n', "io uses world"),
    ("through another folder", "src/scene/a.cpp", '#include "geometry/b.hpp"\n', "scene uses geometry"),
    ("apps use what they share", "apps/wend/a.cpp", '#include "shared.hpp"\n', None),
    ("reproduce uses all below", "reproduce/a.cpp", '#include "shared.hpp"\n#include "planning/b.hpp"\n', None),
    ("reproduce uses no command", "reproduce/a.cpp", '#include "../apps/wend/command.hpp"\n', "reproduce uses apps"),
    ("apps do not use reproduce", "apps/wend/a.cpp", '#include "../../reproduce/claim.hpp"\n', "apps uses reproduce"),
    ("shared does not use reproduce", "apps/common/a.cpp", '#include "reproduce/b.hpp"\n', "common uses reproduce"),
    ("shared uses no command", "apps/common/a.cpp", '#include "../wend/command.hpp"\n', "common uses apps"),
    ("public uses internal", "include/wend/world.hpp", '#include "world/data.hpp"\n', "not installed"),
    ("public uses lower public", "include/wend/model/model.hpp", "#include <wend/vec.hpp>\n", None),
    ("public uses higher public", "include/wend/vec.hpp", "#include <wend/world.hpp>\n", "core uses world"),
    ("folder of public headers", "include/wend/io/film.hpp", "#include <wend/io/frame.hpp>\n", None),
    ("its user", "src/world/a.cpp", "#include <wend/io/frame.hpp>\n", "world uses io"),
    ("unknown folder", "src/misc/a.cpp", "int x;\n", "table of folders"),
    ("unknown include", "src/core/a.cpp", '#include "utils/b.hpp"\n', "neither"),
    ("number", "src/steering/a.cpp", "// local spec (5)\n// human spec (h.3), environment spec (e.7)\n", None),
    ("bold number", "src/core/a.cpp", "// local spec (38), (39) and local spec (26b)\n", None),
    ("number in a code block", "src/core/a.cpp", "// local spec (49), (51)\n", None),
    ("argument in a code block", "src/core/a.cpp", "// local spec (98)\n", "no equation (98)"),
    ("missing number", "src/core/a.cpp", "int x;  // local spec (7)\n", "no equation (7)"),
    ("reference is no definition", "src/core/a.cpp", "// local spec (99)\n", "no equation (99)"),
    ("range", "src/core/a.cpp", "// local spec (4)-(6)\n", None),
    ("hole in a range", "src/core/a.cpp", "// local spec (4)-(8)\n", "no equation (7)"),
    ("list", "src/core/a.cpp", "// local spec (4), (12)\n", "no equation (12)"),
    ("over two lines", "src/core/a.cpp", "// as in the local\n// spec (12)\n", "no equation (12)"),
    ("block comment", "src/core/a.cpp", "/* local\n * spec (12) */\n", "no equation (12)"),
    ("missing lettered number", "src/world/a.cpp", "// human spec (h.4)\n", "no equation (h.4)"),
    ("lettered without a name", "src/planning/a.cpp", "// sign as in (p.3)\n", "no equation (p.3)"),
    ("number of the crowd rule", "src/steering/a.cpp", "// as in (C2)\n", "no equation (C2)"),
    ("bare number of a model", "src/steering/a.cpp", "int x;  // (9): odd\n", "no equation (9)"),
    ("bare number elsewhere", "src/core/a.cpp", "int x;  // (9) things\n", None),
    ("tests cite too", "tests/unit/a.cpp", "// local spec (12)\n", "no equation (12)"),
    ("libm", "src/core/a.cpp", "double y = std::sin(x);\n", "mathematics"),
    ("libm by its C name", "src/world/a.cpp", "double y = 2*pow (x, 2);\n", "mathematics"),
    ("global libm", "src/world/a.cpp", "double y = ::atan2(x, 2);\n", "mathematics"),
    ("ours", "src/core/a.cpp", "double y = det_sin(x) + std::sqrt(x) + std::abs(x) + m.log() + p->exp(1);\n", None),
    ("a function of the same name", "src/world/a.hpp", "std::span<const Command> log() const;\n", None),
    ("in a comment", "src/core/a.cpp", '// never std::sin(x), throw or rand()\nconst char* s = "throw";\n', None),
    ("quote in digits", "src/core/a.cpp", "int n = 1'000'000; double y = std::exp(x); char c = 'a';\n", "mathematics"),
    ("libm in io", "src/io/a.cpp", "double y = std::sin(x);\n#include <chrono>\n", None),
    ("rand", "src/world/a.cpp", "int y = rand();\n", "Rng"),
    ("throw", "src/world/a.cpp", "void f() { throw 1; }\n", "exceptions"),
    ("rtti", "src/steering/a.cpp", "auto* y = dynamic_cast<A*>(x);\n", "RTTI"),
    ("hash map", "src/planning/a.cpp", "#include <unordered_map>\n", "unordered_map"),
    ("clock", "src/world/a.cpp", "#include <chrono>\n", "chrono"),
    ("random device", "include/wend/base/rng.hpp", "#include <random>\n", "random"),
]


def self_test():
    failures = 0
    for name, file, text, expected in CASES:
        with tempfile.TemporaryDirectory() as folder:
            root = Path(folder)
            for path, content in {**SPEC_TEXT, **dict.fromkeys(HEADERS_THERE, ""), file: text}.items():
                (root / path).parent.mkdir(parents=True, exist_ok=True)
                (root / path).write_text(content, encoding="utf-8")
            problems, _ = check_tree(root)
        right = not problems if expected is None else any(expected in what for *_, what in problems)
        if not right:
            failures += 1
            print(f"self-test '{name}': expected {expected or 'no problem'}, found {problems or 'none'}")
    print(f"{len(CASES)} self-tests, {failures} failed")
    return failures == 0


def main(arguments):
    if arguments == ["--self-test"]:
        return 0 if self_test() else 1
    if len(arguments) != 1:
        print(__doc__, file=sys.stderr)
        return 2
    problems, count = check_tree(arguments[0])
    for path, line, what in problems:
        print(f"{path}:{line}: {what}")
    print(f"{count} files, {len(problems)} problems")
    return 0 if count and not problems else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
