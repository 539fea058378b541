#!/bin/sh
# A random bot of a few words, for any game and any sh. The bridge does all the talking:
#
#   infoset bridge --mode words --seek colonizers -- sh random_words.sh
#
# It writes one line per event: START game seat seats, TURN decision n fallback deadline_ms,
# OVER place points, QUIT. A TURN wants one line back: the index of an action, from 0 to n-1.
# What goes to stderr is shown as the bot's log.

# Prints a random number below $1: from two words of the system's random bytes, 53 bits in all.
random_below() {
  limit=$1
  set -- $(od -An -N8 -tu4 /dev/urandom)
  echo $((($1 % 2097152 * 4294967296 + $2) % limit))
}

while read -r verb first second rest; do
  case $verb in
    START) echo "playing $first on seat $second" >&2 ;;
    TURN) random_below "$second" ;;
    OVER) echo "place $first with $second points" >&2 ;;
    QUIT) exit 0 ;;
  esac
done
