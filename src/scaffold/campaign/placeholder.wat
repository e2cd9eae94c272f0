(module
  (memory (export "memory") 1)
  (global $free (mut i32) (i32.const 1024))
  ;; Regions of the answers: offset, capacity, length.
  (data (i32.const 16) "\40\00\00\00\40\00\00\00\3e\00\00\00")
  (data (i32.const 32) "\c0\00\00\00\10\00\00\00\0d\00\00\00")
  (data (i32.const 64) "{\22ok\22:{\22messages\22:[],\22attributes\22:[],\22events\22:[],\22data\22:null}}")
  (data (i32.const 192) "{\22ok\22:\22e30=\22}")
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
  (func (export "instantiate") (param i32 i32 i32) (result i32) (i32.const 16))
  (func (export "execute") (param i32 i32 i32) (result i32) (i32.const 16))
  (func (export "reply") (param i32 i32) (result i32) (i32.const 16))
  (func (export "migrate") (param i32 i32) (result i32) (i32.const 16))
  (func (export "sudo") (param i32 i32) (result i32) (i32.const 16))
  (func (export "query") (param i32 i32) (result i32) (i32.const 32)))
