;; A contract whose execute mixes 1 MiB of memory as argon2 does: 64-bit multiplications, additions, rotations, and loads and stores
;; at places that depend on what was loaded. Twice over the memory, 131,072 words each.
(module
  (memory (export "memory") 18)
  (global $heap (mut i32) (i32.const 1024))
  (data (i32.const 16) "\40\00\00\00\02\00\00\00\02\00\00\00")
  (data (i32.const 64) "{}        ")
  (func (export "interface_version_8"))
  (func (export "deallocate") (param i32))
  (func (export "instantiate") (param i32 i32 i32) (result i32) (i32.const 16))
  (func (export "allocate") (param $size i32) (result i32) (local $region i32)
    (local.set $region (global.get $heap))
    (i32.store (local.get $region) (i32.add (local.get $region) (i32.const 12)))
    (i32.store offset=4 (local.get $region) (local.get $size))
    (i32.store offset=8 (local.get $region) (i32.const 0))
    (global.set $heap (i32.and
      (i32.add (i32.add (local.get $region) (local.get $size)) (i32.const 27)) (i32.const -16)))
    (local.get $region))

  ;; x + y + 2 * low(x) * low(y)
  (func $mix (param $x i64) (param $y i64) (result i64)
    (i64.add
      (i64.add (local.get $x) (local.get $y))
      (i64.shl
        (i64.mul
          (i64.and (local.get $x) (i64.const 0xffffffff))
          (i64.and (local.get $y) (i64.const 0xffffffff)))
        (i64.const 1))))

  (func (export "execute") (param i32 i32 i32) (result i32)
    (local $left i32) (local $at i32) (local $a i64) (local $b i64) (local $other i32)
    (local.set $left (i32.const 262144))
    (local.set $a (i64.const 0x6a09e667f3bcc908))
    (loop $next
      (local.set $other (i32.and (i32.wrap_i64 (local.get $a)) (i32.const 0xffff8)))
      (local.set $b (i64.load offset=65536 (local.get $other)))
      (local.set $a (call $mix (local.get $a) (local.get $b)))
      (local.set $b (i64.rotr (i64.xor (local.get $b) (local.get $a)) (i64.const 24)))
      (if (i64.eqz (i64.and (local.get $b) (i64.const 15)))
        (then (local.set $b (i64.add (local.get $b) (i64.const 0x510e527fade682d1)))))
      (local.set $a (i64.rotr (i64.xor (call $mix (local.get $a) (local.get $b)) (local.get $b)) (i64.const 63)))
      (i64.store offset=65536 (local.get $at) (i64.xor (local.get $a) (local.get $b)))
      (local.set $at (i32.and (i32.add (local.get $at) (i32.const 8)) (i32.const 0xffff8)))
      (br_if $next (local.tee $left (i32.sub (local.get $left) (i32.const 1)))))
    (i32.const 16)))
