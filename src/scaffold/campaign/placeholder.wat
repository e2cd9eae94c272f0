(module
  (import "env" "db_write" (func $write (param i32 i32)))
  (import "env" "db_read" (func $read (param i32) (result i32)))
  (memory (export "memory") 1)
  (global $free (mut i32) (i32.const 1024))
  ;; Regions: offset, capacity, length. What is returned to a message, and to a query; the key of the answer to queries.
  (data (i32.const 16) "\40\00\00\00\40\00\00\00\3e\00\00\00")
  (data (i32.const 32) "\c0\00\00\00\10\00\00\00\0d\00\00\00")
  (data (i32.const 48) "\e0\00\00\00\06\00\00\00\06\00\00\00")
  (data (i32.const 64) "{\22ok\22:{\22messages\22:[],\22attributes\22:[],\22events\22:[],\22data\22:null}}")
  (data (i32.const 192) "{\22ok\22:\22e30=\22}")
  (data (i32.const 224) "answer")
  (data (i32.const 256) "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
  (func (export "interface_version_8"))
  (func $allocate (export "allocate") (param $size i32) (result i32)
    (local $region i32)
    (local.set $region (global.get $free))
    (global.set $free
      (i32.and (i32.add (i32.add (local.get $region) (local.get $size)) (i32.const 19)) (i32.const -8)))
    (block $enough
      (loop $more
        (br_if $enough (i32.le_u (global.get $free) (i32.shl (memory.size) (i32.const 16))))
        (br_if $enough (i32.eq (memory.grow (i32.const 1)) (i32.const -1)))
        (br $more)))
    (i32.store (local.get $region) (i32.add (local.get $region) (i32.const 12)))
    (i32.store offset=4 (local.get $region) (local.get $size))
    (local.get $region))
  (func (export "deallocate") (param i32))
  ;; Whether a region begins with `{"ok":`.
  (func $isResult (param $region i32) (result i32)
    (local $at i32)
    (local.set $at (i32.load (local.get $region)))
    (if (i32.lt_u (i32.load offset=8 (local.get $region)) (i32.const 6)) (then (return (i32.const 0))))
    (i32.and
      (i32.eq (i32.load align=1 (local.get $at)) (i32.load align=1 (i32.const 64)))
      (i32.eq (i32.load16_u offset=4 align=1 (local.get $at)) (i32.load16_u offset=4 align=1 (i32.const 64)))))
  (func (export "instantiate") (param i32 i32 i32) (result i32)
    (call $write (i32.const 48) (local.get 2))
    (i32.const 16))
  (func (export "execute") (param i32 i32 i32) (result i32)
    (select (local.get 2) (i32.const 16) (call $isResult (local.get 2))))
  (func (export "reply") (param i32 i32) (result i32) (i32.const 16))
  (func (export "migrate") (param i32 i32) (result i32)
    (call $write (i32.const 48) (local.get 1))
    (i32.const 16))
  (func (export "sudo") (param i32 i32) (result i32) (i32.const 16))
  ;; One past the end of the text whose content begins there.
  (func $endOfText (param $at i32) (result i32)
    (local $byte i32)
    (loop $next
      (local.set $byte (i32.load8_u (local.get $at)))
      (local.set $at (i32.add (local.get $at) (i32.add (i32.const 1) (i32.eq (local.get $byte) (i32.const 92)))))
      (br_if $next (i32.ne (local.get $byte) (i32.const 34))))
    (local.get $at))
  ;; One past the end of a member's value.
  (func $endOfValue (param $at i32) (result i32)
    (local $byte i32)
    (local $depth i32)
    (loop $next
      (local.set $byte (i32.load8_u (local.get $at)))
      (local.set $at (i32.add (local.get $at) (i32.const 1)))
      (if (i32.eq (local.get $byte) (i32.const 34)) (then (local.set $at (call $endOfText (local.get $at)))))
      ;; `{` and `[`, `}` and `]`
      (if (i32.eq (i32.and (local.get $byte) (i32.const 0xdf)) (i32.const 0x5b))
        (then (local.set $depth (i32.add (local.get $depth) (i32.const 1)))))
      (if (i32.eq (i32.and (local.get $byte) (i32.const 0xdf)) (i32.const 0x5d))
        (then (local.set $depth (i32.sub (local.get $depth) (i32.const 1)))))
      (br_if $next (local.get $depth))
      (local.set $byte (i32.load8_u (local.get $at)))
      (br_if $next (i32.and (i32.ne (local.get $byte) (i32.const 44)) (i32.ne (local.get $byte) (i32.const 125)))))
    (local.get $at))
  (func $same (param $one i32) (param $other i32) (param $length i32) (result i32)
    (block $differ
      (loop $next
        (if (i32.eqz (local.get $length)) (then (return (i32.const 1))))
        (local.set $length (i32.sub (local.get $length) (i32.const 1)))
        (br_if $differ
          (i32.ne
            (i32.load8_u (i32.add (local.get $one) (local.get $length)))
            (i32.load8_u (i32.add (local.get $other) (local.get $length)))))
        (br $next)))
    (i32.const 0))
  ;; Where the value of an object's member begins; 0 if the object has no member of that name. The name is in quotes.
  (func $member (param $object i32) (param $name i32) (param $length i32) (result i32)
    (local $value i32)
    (if (i32.eq (i32.load8_u offset=1 (local.get $object)) (i32.const 125)) (then (return (i32.const 0))))
    (loop $next
      (local.set $object (i32.add (local.get $object) (i32.const 1)))
      (local.set $value (i32.add (call $endOfText (i32.add (local.get $object) (i32.const 1))) (i32.const 1)))
      (if (i32.and
            (i32.eq (i32.sub (local.get $value) (local.get $object)) (i32.add (local.get $length) (i32.const 1)))
            (call $same (local.get $object) (local.get $name) (local.get $length)))
        (then (return (local.get $value))))
      (local.set $object (call $endOfValue (local.get $value)))
      (br_if $next (i32.eq (i32.load8_u (local.get $object)) (i32.const 44))))
    (i32.const 0))
  (func $copy (param $to i32) (param $from i32) (param $length i32)
    (block $end
      (loop $next
        (br_if $end (i32.eqz (local.get $length)))
        (local.set $length (i32.sub (local.get $length) (i32.const 1)))
        (i32.store8
          (i32.add (local.get $to) (local.get $length))
          (i32.load8_u (i32.add (local.get $from) (local.get $length))))
        (br $next))))
  ;; A digit of base64, from three bytes: the one that begins with the given bit, counted from the last.
  (func $digit (param $bytes i32) (param $bit i32) (result i32)
    (i32.load8_u offset=256 (i32.and (i32.shr_u (local.get $bytes) (local.get $bit)) (i32.const 63))))
  ;; Writes bytes as base64. The memory behind them is read too, and padded over.
  (func $encode (param $from i32) (param $length i32) (param $to i32)
    (local $bytes i32)
    (block $end
      (loop $next
        (br_if $end (i32.le_s (local.get $length) (i32.const 0)))
        (local.set $bytes
          (i32.or
            (i32.or
              (i32.shl (i32.load8_u (local.get $from)) (i32.const 16))
              (i32.shl
                (select (i32.load8_u offset=1 (local.get $from)) (i32.const 0) (i32.gt_s (local.get $length) (i32.const 1)))
                (i32.const 8)))
            (select (i32.load8_u offset=2 (local.get $from)) (i32.const 0) (i32.gt_s (local.get $length) (i32.const 2)))))
        (i32.store8 (local.get $to) (call $digit (local.get $bytes) (i32.const 18)))
        (i32.store8 offset=1 (local.get $to) (call $digit (local.get $bytes) (i32.const 12)))
        (i32.store8 offset=2 (local.get $to)
          (select (call $digit (local.get $bytes) (i32.const 6)) (i32.const 61) (i32.gt_s (local.get $length) (i32.const 1))))
        (i32.store8 offset=3 (local.get $to)
          (select (call $digit (local.get $bytes) (i32.const 0)) (i32.const 61) (i32.gt_s (local.get $length) (i32.const 2))))
        (local.set $from (i32.add (local.get $from) (i32.const 3)))
        (local.set $to (i32.add (local.get $to) (i32.const 4)))
        (local.set $length (i32.sub (local.get $length) (i32.const 3)))
        (br $next))))
  (func (export "query") (param i32 i32) (result i32)
    (local $name i32)
    (local $value i32)
    (local $length i32)
    (local $answer i32)
    (local $to i32)
    ;; The query begins with `{"name"` or is `"name"`.
    (local.set $name (i32.load (local.get 1)))
    (local.set $name
      (i32.add (local.get $name) (i32.ne (i32.load8_u (local.get $name)) (i32.const 34))))
    (if (i32.ne (i32.load8_u (local.get $name)) (i32.const 34)) (then (return (i32.const 32))))
    (local.set $value
      (call $member
        (i32.load (call $read (i32.const 48)))
        (local.get $name)
        (i32.sub (call $endOfText (i32.add (local.get $name) (i32.const 1))) (local.get $name))))
    (if (i32.eqz (local.get $value)) (then (return (i32.const 32))))
    (local.set $length (i32.sub (call $endOfValue (local.get $value)) (local.get $value)))
    (local.set $answer (call $allocate (i32.add (i32.mul (local.get $length) (i32.const 2)) (i32.const 16))))
    (local.set $to (i32.load (local.get $answer)))
    (call $copy (local.get $to) (i32.const 192) (i32.const 7))
    (local.set $to (i32.add (local.get $to) (i32.const 7)))
    ;; A text is the base64 of the response, without its quotes; anything else is the response.
    (if (i32.eq (i32.load8_u (local.get $value)) (i32.const 34))
      (then
        (local.set $length (i32.sub (local.get $length) (i32.const 2)))
        (call $copy (local.get $to) (i32.add (local.get $value) (i32.const 1)) (local.get $length))
        (local.set $to (i32.add (local.get $to) (local.get $length))))
      (else
        (call $encode (local.get $value) (local.get $length) (local.get $to))
        (local.set $to
          (i32.add (local.get $to) (i32.mul (i32.div_u (i32.add (local.get $length) (i32.const 2)) (i32.const 3)) (i32.const 4))))))
    (i32.store16 align=1 (local.get $to) (i32.const 0x7d22))
    (i32.store offset=8 (local.get $answer)
      (i32.sub (i32.add (local.get $to) (i32.const 2)) (i32.load (local.get $answer))))
    (local.get $answer)))
