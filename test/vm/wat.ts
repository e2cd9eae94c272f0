import wabtModule from 'wabt'

const wabt = await wabtModule()

/** Assembles a module in the text format. @param names whether the file names functions and locals */
export function assemble(text: string, names = true): Uint8Array {
  const module = wabt.parseWat('test.wat', text)
  try {
    return module.toBinary({ write_debug_names: names }).buffer
  } finally {
    module.destroy()
  }
}

/**
 * A contract around the code that is given: a bump allocator, and the exports that the VM asks for. `body` is the code of `execute`
 * after its parameters (pointers to env, info and msg); it leaves a region's pointer. The region at 16 holds the 8 bytes at 64.
 */
export const contract = (body: string, more = '', imports = ''): Uint8Array =>
  assemble(`(module
  ${imports}
  (memory (export "memory") 1)
  (global $heap (mut i32) (i32.const 1024))
  (data (i32.const 16) "\\40\\00\\00\\00\\08\\00\\00\\00\\08\\00\\00\\00")
  (func (export "interface_version_8"))
  (func (export "deallocate") (param i32))
  (func (export "allocate") (param $size i32) (result i32) (local $region i32)
    (local.set $region (global.get $heap))
    (i32.store (local.get $region) (i32.add (local.get $region) (i32.const 12)))
    (i32.store offset=4 (local.get $region) (local.get $size))
    (i32.store offset=8 (local.get $region) (i32.const 0))
    (global.set $heap (i32.and
      (i32.add (i32.add (local.get $region) (local.get $size)) (i32.const 27)) (i32.const -16)))
    (local.get $region))
  ${more}
  (func (export "execute") (param $env i32) (param $info i32) (param $msg i32) (result i32)
    ${body}))`)
