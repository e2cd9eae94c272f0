import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { assemble } from '../../vm/wat.js'

/** Sends a message to the address that it was instantiated with, whatever it is sent: `{"target_address":"…"}`. */
const FORWARDER = `(module
  (import "env" "db_write" (func $write (param i32 i32)))
  (import "env" "db_read" (func $read (param i32) (result i32)))
  (memory (export "memory") 1)
  (global $heap (mut i32) (i32.const 4096))
  (data (i32.const 16) "\\40\\00\\00\\00\\01\\00\\00\\00\\01\\00\\00\\00")
  (data (i32.const 32) "\\00\\01\\00\\00\\00\\02\\00\\00\\d4\\00\\00\\00")
  (data (i32.const 48) "\\00\\04\\00\\00\\40\\00\\00\\00\\3e\\00\\00\\00")
  (data (i32.const 64) "t")
  (data (i32.const 256) "{\\22ok\\22:{\\22messages\\22:[{\\22id\\22:0,\\22msg\\22:{\\22wasm\\22:{\\22execute\\22:{\\22contract_addr\\22:\\22")
  (data (i32.const 640) "\\22,\\22msg\\22:\\22e30=\\22,\\22funds\\22:[]}}},\\22gas_limit\\22:null,\\22reply_on\\22:\\22never\\22}],\\22attributes\\22:[],\\22events\\22:[]}}")
  (data (i32.const 1024) "{\\22ok\\22:{\\22messages\\22:[],\\22attributes\\22:[],\\22events\\22:[],\\22data\\22:null}}")
  (func (export "interface_version_8"))
  (func (export "deallocate") (param i32))
  (func (export "allocate") (param $size i32) (result i32) (local $region i32)
    (local.set $region (global.get $heap))
    (i32.store (local.get $region) (i32.add (local.get $region) (i32.const 12)))
    (i32.store offset=4 (local.get $region) (local.get $size))
    (global.set $heap (i32.add (i32.add (local.get $region) (local.get $size)) (i32.const 12)))
    (local.get $region))
  (func (export "instantiate") (param i32 i32 i32) (result i32)
    (call $write (i32.const 16) (local.get 2))
    (i32.const 48))
  (func (export "execute") (param i32 i32 i32) (result i32) (local $from i32) (local $to i32)
    (local.set $from (i32.add (i32.load (call $read (i32.const 16))) (i32.const 19)))
    (local.set $to (i32.const 326))
    (loop $address
      (i32.store8 (local.get $to) (i32.load8_u (local.get $from)))
      (local.set $from (i32.add (local.get $from) (i32.const 1)))
      (local.set $to (i32.add (local.get $to) (i32.const 1)))
      (br_if $address (i32.ne (i32.load8_u (local.get $from)) (i32.const 34))))
    (local.set $from (i32.const 640))
    (loop $rest
      (i32.store8 (local.get $to) (i32.load8_u (local.get $from)))
      (local.set $from (i32.add (local.get $from) (i32.const 1)))
      (local.set $to (i32.add (local.get $to) (i32.const 1)))
      (br_if $rest (i32.lt_u (local.get $from) (i32.const 736))))
    (i32.store (i32.const 40) (i32.sub (local.get $to) (i32.const 256)))
    (i32.const 32))
  (func (export "query") (param i32 i32) (result i32) (i32.const 48)))`

const object = (properties: object): object => ({ type: 'object', properties, required: Object.keys(properties) })

/** Writes a contract with its schema. @param messages names of its messages, which have no fields */
export function writeContract(
  folder: string,
  name: string,
  wat: string,
  instantiate: object,
  messages: readonly string[],
): string {
  const schema = {
    contract_name: name,
    contract_version: '1.0.0',
    idl_version: '1.0.0',
    instantiate: object(instantiate),
    execute: { oneOf: messages.map((message) => object({ [message]: object({}) })) },
    query: null,
  }
  const file = join(folder, `${name}.wasm`)
  writeFileSync(file, assemble(wat))
  writeFileSync(join(folder, `${name}.json`), JSON.stringify(schema))
  return file
}

export const writeForwarder = (folder: string): string =>
  writeContract(folder, 'forwarder', FORWARDER, { target_address: { type: 'string' } }, ['poke'])
