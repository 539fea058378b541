<?php
// A random bot from nothing but PHP, written after protocol/README.md: php bot.php HOST PORT GAME MATCHES

[, $host, $port, $game, $matches] = $argv;
$server = stream_socket_client("tcp://$host:$port", $code, $why) ?: exit("cannot connect: $why\n");

function send(array $message): void
{
    global $server;
    fwrite($server, json_encode($message) . "\n");
}

send(['type' => 'hello', 'proto' => [1], 'auth' => ['kind' => 'guest', 'name' => 'php']]);
send(['type' => 'seek', 'game' => $game]);
for ($left = (int) $matches; $left > 0 && ($line = fgets($server)) !== false;) {
    if (trim($line) === '') {
        continue; // the server is alive
    }
    $message = json_decode($line, true);
    switch ($message['type']) {
        case 'match_start':
            $seat = $message['seat'];
            break;
        case 'your_turn':
            send([
                'type' => 'act',
                'match_id' => $message['match_id'],
                'decision' => $message['decision'],
                'index' => random_int(0, $message['n'] - 1),
            ]);
            break;
        case 'match_over':
            echo "{$message['reason']}: place {$message['places'][$seat]}\n";
            if (--$left > 0) {
                send(['type' => 'seek', 'game' => $game]);
            }
            break;
        case 'error':
        case 'bye':
            fwrite(STDERR, $line);
            break;
    }
}
exit($left);
