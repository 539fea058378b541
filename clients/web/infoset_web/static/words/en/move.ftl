# Another device on which somebody goes on.
move-title = Another device
move-button = Go on on another device
move-enter = On the other device choose “From another device” and enter
move-about = or open { $link }. It works once, for { $time }. Then this device ends, and what you play goes on there, with all that was said.
move-link = a link
move-copied = The link is in the clipboard. Show it to nobody: it lets in as you.
move-code = The code that your other device shows
move-code-about = It stands in the settings there. It works once.
move-go = Go on here
move-way = From another device
move-gone = You go on on your other device.
# Said in the window.
move-once = It works once, for { $time }. Then this device ends, and what you play goes on there, with all that was said.
