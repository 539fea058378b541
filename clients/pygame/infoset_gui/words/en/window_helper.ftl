# Programs at a person's side: assistants.
window-helper-which = Which program? For instance: { $example }
window-helper-too-many = { $count ->
    [one] At most { $count } program at a time
   *[other] At most { $count } programs at a time
  }
window-helper-again = Press Accept once more, and it is played
window-helper-laid-ready = Laid ready: change it on the board, or play it.
window-helper-commit = Play what is laid ready
window-helper-start = Start
window-helper-start-about = Start this program
window-helper-code = Code
window-helper-code-about = A code for a program elsewhere
window-helper-copy = Copy the command
window-helper-dismiss = Send it away
window-helper-right-draw = draw
window-helper-right-suggest = suggest
window-helper-right-compute = compute
window-helper-right-act = act
window-helper-may = It may { $right }
window-helper-may-not = It may not { $right }; press to let it
window-helper-none = No program helps you. Write the command of one above, or press the key for a code.
window-helper-server = server
window-helper-program = program
