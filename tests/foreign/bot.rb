# A random bot from nothing but Ruby, written after protocol/README.md: ruby bot.rb HOST PORT GAME MATCHES

require "json"
require "socket"

host, port, game, matches = ARGV
left = matches.to_i
server = TCPSocket.new(host, port.to_i)
say = ->(message) { server.write("#{JSON.generate(message)}\n") }

say.({ type: "hello", proto: [1], auth: { kind: "guest", name: "ruby" } })
say.({ type: "seek", game: game })
seat = nil
while left.positive? && (line = server.gets)
  next if line.strip.empty? # the server is alive

  message = JSON.parse(line, symbolize_names: true)
  case message[:type]
  when "match_start"
    seat = message[:seat]
  when "your_turn"
    say.({ type: "act", index: rand(message[:n]), **message.slice(:match_id, :decision) })
  when "match_over"
    puts "#{message[:reason]}: place #{message[:places][seat]}"
    left -= 1
    say.({ type: "seek", game: game }) if left.positive?
  when "error", "bye"
    warn line
  end
end
exit left
