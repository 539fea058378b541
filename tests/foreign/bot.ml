(* A random bot in OCaml, written after protocol/README.md: ocaml unix.cma bot.ml HOST PORT GAME MATCHES *)

type json = Null | Bool of bool | Number of float | Text of string | List of json list | Object of (string * json) list

(* Reads JSON from [text], from [at] on. Escapes that no word of the protocol has are kept as they are. *)
let parse text =
  let at = ref 0 in
  let peek () = text.[!at] in
  let rec skip () = if String.contains " \t\r\n" (peek ()) then (incr at; skip ()) in
  let expect word value = at := !at + String.length word; value in
  let read_text () =
    let found = Buffer.create 16 in
    let rec go () =
      match (incr at; peek ()) with
      | '"' -> incr at; Buffer.contents found
      | '\\' -> Buffer.add_char found '\\'; incr at; Buffer.add_char found (peek ()); go ()
      | letter -> Buffer.add_char found letter; go ()
    in
    go ()
  in
  let read_number () =
    let first = !at in
    while !at < String.length text && String.contains "+-.eE0123456789" (peek ()) do incr at done;
    float_of_string (String.sub text first (!at - first))
  in
  let rec value () =
    skip ();
    match peek () with
    | '{' -> Object (items '}' (fun () -> skip (); let key = read_text () in skip (); incr at; (key, value ())))
    | '[' -> List (items ']' value)
    | '"' -> Text (read_text ())
    | 't' -> expect "true" (Bool true)
    | 'f' -> expect "false" (Bool false)
    | 'n' -> expect "null" Null
    | _ -> Number (read_number ())
  and items : 'a. char -> (unit -> 'a) -> 'a list = fun close read ->
    incr at;
    skip ();
    if peek () = close then (incr at; [])
    else
      let rec go found =
        let found = read () :: found in
        skip ();
        let mark = peek () in
        incr at;
        if mark = close then List.rev found else go found
      in
      go []
  in
  value ()

let field name = function Object fields -> Option.value (List.assoc_opt name fields) ~default:Null | _ -> Null
let text = function Text text -> text | _ -> ""
let number = function Number number -> int_of_float number | _ -> 0

let () =
  Random.self_init ();
  let host, port, game = Sys.argv.(1), int_of_string Sys.argv.(2), Sys.argv.(3) in
  let address = Unix.ADDR_INET ((Unix.gethostbyname host).h_addr_list.(0), port) in
  let server, out = Unix.open_connection address in
  let seek () = Printf.fprintf out {|{"type":"seek","game":"%s"}|} game; output_string out "\n"; flush out in
  output_string out ({|{"type":"hello","proto":[1],"auth":{"kind":"guest","name":"ocaml"}}|} ^ "\n");
  seek ();
  let rec play left seat =
    if left = 0 then 0
    else
      match input_line server with
      | exception End_of_file -> left
      | line when String.trim line = "" -> play left seat (* the server is alive *)
      | line -> (
          let message = parse line in
          match text (field "type" message) with
          | "match_start" -> play left (number (field "seat" message))
          | "your_turn" ->
              Printf.fprintf out {|{"type":"act","match_id":"%s","decision":%d,"index":%d}|}
                (text (field "match_id" message))
                (number (field "decision" message))
                (Random.int (number (field "n" message)));
              output_string out "\n";
              flush out;
              play left seat
          | "match_over" ->
              let places = match field "places" message with List places -> places | _ -> [] in
              Printf.printf "%s: place %d\n" (text (field "reason" message)) (number (List.nth places seat));
              if left > 1 then seek ();
              play (left - 1) seat
          | "error" | "bye" -> prerr_endline line; play left seat
          | _ -> play left seat)
  in
  exit (play (int_of_string Sys.argv.(4)) 0)
