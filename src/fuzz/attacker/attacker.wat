(module
  (import "env" "db_write" (func $write (param i32 i32)))
  (import "env" "db_read" (func $read (param i32) (result i32)))
  (memory (export "memory") 4)
  (global $free (mut i32) (i32.const 262144))
  ;; Regions: offset, capacity, length. An empty response; a value of 128 kB, which costs about 4,000,000 gas to write; the key of the response that is kept.
  (data (i32.const 16) "\40\00\00\00\40\00\00\00\3e\00\00\00")
  (data (i32.const 32) "\00\00\01\00\00\00\02\00\00\00\02\00")
  (data (i32.const 48) "\e0\00\00\00\06\00\00\00\06\00\00\00")
  (data (i32.const 64) "{\22ok\22:{\22messages\22:[],\22attributes\22:[],\22events\22:[],\22data\22:null}}")
  (data (i32.const 128) "{\22later\22")
  (data (i32.const 224) "answer")
  (data (i32.const 236) "junk")
  (data (i32.const 240) "\ec\00\00\00\04\00\00\00\04\00\00\00")
  (func (export "interface_version_8"))
  (func (export "allocate") (param $size i32) (result i32)
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
    (if (i32.eqz (local.get $region)) (then (return (i32.const 0))))
    (local.set $at (i32.load (local.get $region)))
    (if (i32.lt_u (i32.load offset=8 (local.get $region)) (i32.const 6)) (then (return (i32.const 0))))
    (i32.and
      (i32.eq (i32.load align=1 (local.get $at)) (i32.load align=1 (i32.const 64)))
      (i32.eq (i32.load16_u offset=4 align=1 (local.get $at)) (i32.load16_u offset=4 align=1 (i32.const 64)))))
  ;; Whether a region begins with `{"later":`.
  (func $isForLater (param $region i32) (result i32)
    (local $at i32)
    (local.set $at (i32.load (local.get $region)))
    (if (i32.lt_u (i32.load offset=8 (local.get $region)) (i32.const 10)) (then (return (i32.const 0))))
    (i32.and
      (i64.eq (i64.load align=1 (local.get $at)) (i64.load align=1 (i32.const 128)))
      (i32.eq (i32.load8_u offset=8 (local.get $at)) (i32.const 58))))
  (func (export "instantiate") (param i32 i32 i32) (result i32)
    (i32.const 16))
  ;; A response is returned, and one for later is kept. Any other message gets the response that is kept, once, and an empty one from then on; without one the call
  ;; uses up its gas.
  (func (export "execute") (param i32 i32 i32) (result i32)
    (local $answer i32)
    (if (call $isResult (local.get 2)) (then (return (local.get 2))))
    (if (call $isForLater (local.get 2))
      (then
        (i32.store (i32.const 144) (i32.add (i32.load (local.get 2)) (i32.const 9)))
        (i32.store (i32.const 148) (i32.sub (i32.load offset=8 (local.get 2)) (i32.const 10)))
        (i32.store (i32.const 152) (i32.load (i32.const 148)))
        (call $write (i32.const 48) (i32.const 144))
        (return (i32.const 16))))
    (local.set $answer (call $read (i32.const 48)))
    (if (call $isResult (local.get $answer))
      (then
        (call $write (i32.const 48) (i32.const 16))
        (return (local.get $answer))))
    (loop $forever (call $write (i32.const 240) (i32.const 32)) (br $forever))
    (i32.const 16))
  (func (export "reply") (param i32 i32) (result i32) (i32.const 16)))
