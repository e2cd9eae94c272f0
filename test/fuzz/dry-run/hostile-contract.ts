/** A loop that never ends. */
export const LOOP = '(loop $on (br $on)) (unreachable)'
/** Regions at 48 and 64: an empty response, and a text that is not JSON. */
const OK = '(i32.const 48)'
export const RUBBISH = '(i32.const 64)'
/** A region that lies outside of the memory. */
export const NOWHERE = '(i32.const 0x7ffffff0)'

/** What the entry points do; they answer with an empty response where nothing is given. */
export interface Bodies {
  readonly instantiate?: string
  readonly execute?: string
  readonly query?: string
  readonly others?: string
}

/** A contract in the text format. */
export const hostile = ({ instantiate = OK, execute = OK, query = OK, others = OK }: Bodies): string => `(module
  (memory (export "memory") 1)
  (global $heap (mut i32) (i32.const 4096))
  (data (i32.const 48) "\\00\\04\\00\\00\\40\\00\\00\\00\\3e\\00\\00\\00")
  (data (i32.const 64) "\\00\\08\\00\\00\\40\\00\\00\\00\\0c\\00\\00\\00")
  (data (i32.const 1024) "{\\22ok\\22:{\\22messages\\22:[],\\22attributes\\22:[],\\22events\\22:[],\\22data\\22:null}}")
  (data (i32.const 2048) "{\\22ok\\22:\\ff\\00]}]")
  (func (export "interface_version_8"))
  (func (export "deallocate") (param i32))
  (func (export "allocate") (param $size i32) (result i32) (local $region i32)
    (local.set $region (global.get $heap))
    (i32.store (local.get $region) (i32.add (local.get $region) (i32.const 12)))
    (i32.store offset=4 (local.get $region) (local.get $size))
    (global.set $heap (i32.add (i32.add (local.get $region) (local.get $size)) (i32.const 12)))
    (local.get $region))
  (func (export "instantiate") (param i32 i32 i32) (result i32) ${instantiate})
  (func (export "execute") (param i32 i32 i32) (result i32) ${execute})
  (func (export "migrate") (param i32 i32) (result i32) ${others})
  (func (export "sudo") (param i32 i32) (result i32) ${others})
  (func (export "reply") (param i32 i32) (result i32) ${others})
  (func (export "query") (param i32 i32) (result i32) ${query}))`
