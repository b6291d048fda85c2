#!/usr/bin/env bash
# Writes dice.json: house dice derived with openssl and shell arithmetic alone, so that they prove the code and not
# themselves. Run `bash tests/vectors/dice.sh > tests/vectors/dice.json` to write it anew.
# The derivation is told in rules/kernel/dice.py. A die of 3,000,000,000 sides rejects three words of ten, so that
# rejection shows; a real die nearly never does.
set -euo pipefail

hmac() { # hex key, message on stdin → hex
    openssl dgst -sha256 -mac HMAC -macopt "hexkey:$1" | sed 's/.*= *//'
}

bytes() { # hex → the bytes
    printf '%b' "$(printf '%s' "$1" | sed 's/../\\x&/g')"
}

field() { # text → its length in bytes (4 bytes, big-endian) and the text
    bytes "$(printf '%08x' "$(printf '%s' "$1" | wc -c)")"
    printf '%s' "$1"
}

vector() { # secret in hex, match, salts as "seat=salt" in order separated by |, sides separated by spaces
    secret=$1 match=$2 salts=$3 sides=$4
    key=$({
        field dice/1
        field "$match"
        old=$IFS IFS='|'
        for salt in $salts; do field "$salt"; done
        IFS=$old
    } | hmac "$secret")
    commitment=$(bytes "$secret" | openssl dgst -sha256 | sed 's/.*= *//')
    index=0 faces='' starts=''
    for side in $sides; do
        starts="$starts${starts:+, }$index"
        while :; do
            block=$(bytes "$(printf '%016x' "$index")" | hmac "$key")
            word=$((0x$(printf '%s' "$block" | cut -c1-8)))
            index=$((index + 1))
            [ "$word" -ge $((4294967296 - 4294967296 % side)) ] || break
        done
        faces="$faces${faces:+, }$((word % side + 1))"
    done
    object=$(printf '%s' "$salts" | awk -F'|' '{ for (i = 1; i <= NF; i++) { at = index($i, "=");
        printf "%s\"%s\": \"%s\"", (i > 1 ? ", " : ""), substr($i, 1, at - 1), substr($i, at + 1) } }')
    printf '    {\n      "secret": "%s",\n      "commitment": "%s",\n' "$secret" "$commitment"
    printf '      "match": "%s",\n      "salts": {%s},\n      "key": "%s",\n' "$match" "$object" "$key"
    printf '      "sides": [%s],\n' "$(printf '%s' "$sides" | sed 's/ /, /g')"
    printf '      "starts": [%s],\n      "faces": [%s],\n      "next": %s\n    }' "$starts" "$faces" "$index"
}

printf '{\n  "made_with": "bash tests/vectors/dice.sh (openssl dgst -sha256 -mac HMAC)",\n  "vectors": [\n'
vector 000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f match-1 '' '20 20 8 20 6 4 100 2 3 20'
printf ',\n'
vector ffeeddccbbaa99887766554433221100ffeeddccbbaa99887766554433221100 match-Banak 'away=seven|home=Ishmêk' '20 20 20 8 8 20 10 12'
printf ',\n'
vector 00 rejection 'home=x' '3000000000 3000000000 3000000000 3000000000 20 3000000000 3000000000 20'
printf '\n  ]\n}\n'
