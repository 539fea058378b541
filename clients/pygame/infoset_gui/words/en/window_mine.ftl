# One's own games in one list.
window-mine-turns = My games ({ $count })
window-mine-room = Not begun
window-mine-none = Nothing runs or waits
window-mine-none-about = What you play, wait for and have played stands here.
