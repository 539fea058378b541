#!/usr/bin/env bash
# A random bot in bash over /dev/tcp: plays any game, without a JSON parser.
#
# usage: bash random_bot.bash [HOST [PORT [MATCHES [GAME]]]]
#
# It works because a message is one flat object on one line, written without spaces, with its type
# in front, and because quotes inside of texts are escaped, so that "name": is found only as a key.

host=${1:-127.0.0.1} port=${2:-7421} matches=${3:-1} game=${4:-colonizers}

# get NAME: puts the number or word behind "NAME": into $value.
get() {
  value=${line#*\"$1\":}
  value=${value%%[,\}]*}
  value=${value//\"/}
}

# get_entry NAME POSITION: puts one entry of the list behind "NAME": into $value, the length into $count.
get_entry() {
  value=${line#*\"$1\":[}
  IFS=, read -ra entries <<<"${value%%]*}"
  count=${#entries[@]} value=${entries[$2]}
}

# send MESSAGE: one line to the server; kept in $last, to be repeated if the server is too busy.
send() {
  last=$1
  printf '%s\n' "$1" >&3
}

exec 3<>"/dev/tcp/$host/$port" || exit 1
send '{"type":"hello","proto":[1],"auth":{"kind":"guest","name":"bash"}}'
send '{"type":"seek","game":"'"$game"'"}' # to be paired with whoever seeks the same game

played=0 seat=0
while IFS= read -r line <&3; do
  case $line in
    '{"type":"your_turn"'*)
      get match_id; match_id=$value
      get seat; seat=$value
      get decision; decision=$value
      get n # legal actions: any index below it may be played
      random=$((RANDOM << 45 | RANDOM << 30 | RANDOM << 15 | RANDOM))
      send '{"type":"act","match_id":"'"$match_id"'","decision":'"$decision"',"index":'$((random % value))'}'
      ;;
    '{"type":"match_over"'*)
      get match_id; match_id=$value
      get reason; reason=$value
      get_entry scores "$seat"; score=$value
      get_entry places "$seat"; place=$value
      echo "$game $match_id seat $seat: place $place of $count, score $score ($reason)"
      if ((++played == matches)); then
        send '{"type":"bye"}'
        exit 0
      fi
      send '{"type":"seek","game":"'"$game"'"}'
      ;;
    '{"type":"error"'*'"retry_ms":'*) # too fast for the server: wait and ask again
      get retry_ms
      sleep "$((value / 1000)).$(printf '%03d' $((value % 1000)))"
      send "$last"
      ;;
    '{"type":"error"'*)
      get code
      message=${line#*\"msg\":\"}
      echo "error $value: ${message%%\"[,\}]*}" >&2
      [[ $line == *'"match_id":'* ]] || exit 1 # we were not let in, or there is no such game
      ;;
    '{"type":"bye"'*)
      message=${line#*\"reason\":\"}
      echo "the server said bye: ${message%%\"[,\}]*}" >&2
      exit 1
      ;;
  esac # anything else: events, empty lines that only show that the server is alive
done
echo "the server closed the connection" >&2
exit 1
