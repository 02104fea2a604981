"""The rules of the watchdog `shell`: which of shellcheck's codes each stands for, how much it weighs, and what to do.

Codes of shellcheck's level "style" are not asked for. What no other row names falls to the families at the end: `SC1*`
is what the parser says, `SC3*` what only some shells understand, `SC2*` everything else.
"""

from __future__ import annotations

from houndsman import Severity
from houndsman_plugins.rule_table import Row, RuleTable
from houndsman_plugins.suppressions import NEW_SUPPRESSION

#: What a script that does not parse is reported as.
UNPARSED = "SC1072"

_B, _A, _S = Severity.BLOCKING, Severity.ATTENTION, Severity.SUGGESTION

TABLE = RuleTable(
    "shell",
    (
        Row(
            "syntax-error",
            _B,
            "Script that does not parse",
            "SC1072 SC1073",
            "Correct the syntax; until then nothing behind this place could be checked",
        ),
        Row(
            "unknown-shell",
            _S,
            "Script for no shell, or for one that cannot be checked",
            "SC1008 SC1071 SC1103 SC2096 SC2148 SC2239",
            "Name the shell in the first line, such as `#!/usr/bin/env bash`",
        ),
        Row(
            "misread",
            _A,
            "Text that the shell reads otherwise than it looks",
            "SC1*",
            "Write it as the shell reads it: spaces, quotes, line ends and escapes all count",
        ),
        Row(
            "dangerous-delete",
            _B,
            "Delete that an empty variable turns on the whole system",
            "SC2114 SC2115",
            'Write "${name:?}", which stops the script where the variable is empty',
        ),
        Row(
            "unquoted",
            _S,
            "Expansion that is split at spaces and expanded as a pattern",
            "SC2035 SC2046 SC2053 SC2060 SC2061 SC2062 SC2086 SC2206 SC2207 SC2208 SC2223 SC2231 SC2254 SC2295 SC2306"
            " SC2313",
            "Put double quotes around it",
        ),
        Row(
            "wrong-list",
            _A,
            "List or array that loses, joins or splits its elements",
            "SC2041 SC2042 SC2043 SC2048 SC2054 SC2066 SC2068 SC2124 SC2125 SC2128 SC2145 SC2178 SC2179 SC2190 SC2191"
            " SC2192 SC2198 SC2199 SC2258 SC2302 SC2303",
            'Expand all elements each on its own, "${list[@]}" or "$@"',
        ),
        Row(
            "unset-variable",
            _A,
            "Variable that nothing has set",
            "SC2153 SC2154",
            "Correct the spelling, set it, or say what happens without it: ${name:?} or ${name:-default}",
        ),
        Row(
            "unused",
            _S,
            "Variable or function that nothing uses",
            "SC2034 SC2317 SC2329",
            "Use it as was meant, export it, or remove it",
        ),
        Row(
            "unchecked-cd",
            _A,
            "Change of directory that may fail unnoticed",
            "SC2164",
            "Write `cd … || exit`, or `set -e`: the commands after it would run in the wrong place",
        ),
        Row(
            "lost-status",
            _S,
            "Exit status that is lost before anyone looks at it",
            "SC2106 SC2155 SC2310 SC2311 SC2312 SC2319 SC2320",
            "Run the command on a line of its own and look at its status there",
        ),
        Row(
            "wrong-condition",
            _A,
            "Condition that is always the same, or compares the wrong things",
            "SC2050 SC2055 SC2056 SC2057 SC2058 SC2070 SC2071 SC2072 SC2073 SC2074 SC2075 SC2076 SC2077 SC2078 SC2081"
            " SC2107 SC2108 SC2109 SC2110 SC2122 SC2157 SC2158 SC2159 SC2160 SC2166 SC2193 SC2194 SC2195 SC2200 SC2201"
            " SC2202 SC2203 SC2204 SC2205 SC2221 SC2222 SC2245 SC2252 SC2255 SC2309 SC2333 SC2334",
            "Write the condition that was meant",
        ),
        Row(
            "lost-value",
            _A,
            "Value or input that is lost between two processes",
            "SC2030 SC2031 SC2094 SC2095 SC2097 SC2098 SC2165 SC2167 SC2257 SC2318",
            "Keep what must last out of the subshell, and give a command in a loop its own input (</dev/null)",
        ),
        Row(
            "wrong-redirection",
            _A,
            "Redirection that goes elsewhere than it seems",
            "SC2024 SC2065 SC2069 SC2188 SC2189 SC2210 SC2216 SC2217 SC2227 SC2238 SC2259 SC2260 SC2261 SC2327 SC2328",
            "Redirect what was meant, in the order in which the shell reads it",
        ),
        Row(
            "injection",
            _A,
            "Data that is run as code",
            "SC2029 SC2059 SC2084 SC2087 SC2091 SC2092 SC2156 SC2294",
            "Pass data as an argument, never inside the text of a command or a format",
        ),
        Row(
            "wrong-expansion",
            _S,
            "Expansion that never happens, or at the wrong time",
            "SC2014 SC2016 SC2027 SC2064 SC2088 SC2089 SC2090 SC2139 SC2140 SC2141 SC2142 SC2147",
            "Choose the quotes by when it is to expand: double ones now, single ones later or never",
        ),
        Row(
            "fragile-input",
            _S,
            "Lines or file names that are read so that odd ones break",
            "SC2009 SC2010 SC2011 SC2012 SC2013 SC2038 SC2044 SC2045 SC2162",
            "Use globs, `find -exec` or `while IFS= read -r`",
        ),
        Row(
            "wrong-command",
            _A,
            "Command that cannot do what it says",
            "SC2032 SC2033 SC2036 SC2037 SC2067 SC2079 SC2080 SC2082 SC2083 SC2093 SC2099 SC2100 SC2104 SC2105 SC2121"
            " SC2123 SC2146 SC2151 SC2152 SC2163 SC2209 SC2211 SC2215 SC2218 SC2224 SC2225 SC2226 SC2229 SC2232 SC2241"
            " SC2242 SC2264 SC2265 SC2266 SC227* SC228* SC2290 SC2296 SC2297 SC2298 SC2299 SC2300 SC2301 SC2304 SC2316"
            " SC2324",
            "Write the command that was meant",
        ),
        Row(
            "not-portable",
            _A,
            "Command that the script's own shell does not know",
            "SC2039 SC2112 SC2113 SC2118 SC2127 SC2240 SC2330 SC2336 SC3*",
            "Use what the shell of the first line knows, or name another shell there",
        ),
        Row(
            "doubtful",
            _S,
            "Command that shellcheck doubts for another reason",
            "SC2*",
            "See the page of the code: https://www.shellcheck.net/wiki/",
        ),
        NEW_SUPPRESSION,
    ),
)
