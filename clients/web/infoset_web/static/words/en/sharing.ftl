# What leaves the page as a file, a frame of another site or a stream, and comes back.
sharing-csv = CSV
sharing-csv-about = These results as a table for a spreadsheet
sharing-save = Save
sharing-save-about = Save this match
sharing-film = For this page
sharing-film-about = A film: any page of Infoset opens it, without this server
sharing-record = For the window, the terminal and programs
sharing-record-about = The record: every step, as the rules have it
sharing-picture = Save picture
sharing-picture-about = Save the board as it is seen, as a picture
sharing-no-picture = This browser cannot make a picture of the board.

sharing-open = Open a file
sharing-saved = A saved match
sharing-replays = All replays
sharing-none-open = No file is open here.
sharing-not-shown = This file cannot be shown: it does not hold a match of this game.
sharing-too-large = The file is larger than { $size } MB.
sharing-not-opened = This file cannot be opened: { $why }.
sharing-is-record = This is a record. To show it one needs the rules: drop it on the window, or use infoset replay FILE. This server does not have the match.

# What a file was expected to hold: ends the sentence of sharing-not-opened.
sharing-wants-form = expected a file that this page has saved, with the form { $form }
sharing-wants-match = { $field }: expected the id of a match
sharing-wants-object = { $field }: expected an object
sharing-wants-views = { $field }: expected all, public or seat:N
sharing-wants-list = { $field }: expected a list
sharing-wants-value = { $field }: expected what { $type } has there
sharing-wants-beginning = { $field }: expected a match from its beginning

## A stream, and a frame of another site

sharing-waiting = Waiting for the match …
sharing-tape = Tape
sharing-back = One back
sharing-on = One on
sharing-run = Run
sharing-stop = Stop
sharing-place = Place in the match
sharing-not-shown-here = This match cannot be shown here.
sharing-not-found = There is no such match for everybody, or it is too long to be shown here.
sharing-busy = The server has no time for this match now. Try again in a moment.
