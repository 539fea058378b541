-- A random bot in Lua with LuaSocket and lua-cjson, written after protocol/README.md: lua bot.lua HOST PORT GAME MATCHES

local json = require("cjson")
local socket = require("socket")

local host, port, game, left = arg[1], arg[2], arg[3], math.tointeger(arg[4])
local server = assert(socket.connect(host, port))

local function say(message)
  assert(server:send(json.encode(message) .. "\n"))
end

say({ type = "hello", proto = { 1 }, auth = { kind = "guest", name = "lua" } })
say({ type = "seek", game = game })
local seat
local take = {
  match_start = function(message)
    seat = message.seat
  end,
  your_turn = function(message)
    local index = math.random(0, math.tointeger(message.n) - 1)
    say({ type = "act", match_id = message.match_id, decision = message.decision, index = index })
  end,
  match_over = function(message)
    print(("%s: place %d"):format(message.reason, message.places[seat + 1]))
    left = left - 1
    if left > 0 then
      say({ type = "seek", game = game })
    end
  end,
  error = function(_, line)
    io.stderr:write(line, "\n")
  end,
}
take.bye = take.error

while left > 0 do
  local line = server:receive("*l")
  if not line then
    break
  end
  if line:find("%S") then -- else the server is alive
    local message = json.decode(line)
    local handler = take[message.type]
    if handler then
      handler(message, line)
    end
  end
end
os.exit(left)
